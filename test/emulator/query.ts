import { ServiceError } from './serviceError';

/** Parses a query, and refuses parameters that are unknown to the endpoint or sent twice. */
export function readQuery<Name extends string>(
	search: string,
	known: readonly Name[],
): Partial<Record<Name, string>> {
	const values: Partial<Record<Name, string>> = {};
	for (const [sent, value] of new URLSearchParams(search)) {
		const name = known.find((one) => one === sent);
		if (name === undefined) {
			throw new ServiceError('invalid_parameter', `The parameter ${sent} is unknown`);
		}
		if (values[name] !== undefined) {
			throw new ServiceError('invalid_parameter', `The parameter ${sent} was sent twice`);
		}
		values[name] = value;
	}
	return values;
}
