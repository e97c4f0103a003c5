import { ServiceError } from './serviceError';

/** Takes a query apart and refuses what the endpoint does not know or what is given twice. */
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
			throw new ServiceError('invalid_parameter', `The parameter ${sent} is given twice`);
		}
		values[name] = value;
	}
	return values;
}
