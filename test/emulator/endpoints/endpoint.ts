import { ServiceError } from '../serviceError';
import type { Store } from '../store';

export type EndpointOptions = {
	/**
	 * Below which rows that become visible later appear: below a cursor's `place`, or never, because
	 * the walk goes through a `snapshot` of the list at its first page. Default `place`.
	 */
	cursors?: 'place' | 'snapshot';
	/** Whether the last page has a cursor, too. Default false. */
	cursorAtEnd?: boolean;
	/** Whether a place in the list has the same cursor each time. Default false. */
	sameCursors?: boolean;
	/** How long a cursor is accepted. Default: always. */
	cursorLifeMs?: number;
	/** Whether any cursor leads to the first page. */
	forgetsCursors?: boolean;
	/** Accepts destinations that are not publicly reachable, as tests on a single machine require. */
	allowPrivateDestinations?: boolean;
};

export type Call = {
	/** The variable segment of the path, percent-decoded once. */
	readonly id: string;
	readonly search: string;
	readonly headers: Record<string, string>;
	readonly body: string;
	readonly store: Store;
	readonly options: EndpointOptions;
	readonly nowMs: number;
};

type Success = { status: number; body: string; fault?: 'noId' };

export type Endpoint = {
	readonly method: 'GET' | 'POST';
	/** Its group is the variable segment. */
	readonly path: RegExp;
	readonly scope: string;
	/** Only reads are rate limited. */
	readonly isRead: boolean;
	readonly answer: (call: Call) => Success;
};

export function assertFormExists({ forms }: Store, formId: string): void {
	if (!forms.has(formId)) throw new ServiceError(404, `There is no form ${formId}`);
}

/** Parses a query, and refuses parameters that are unknown to the endpoint or sent twice. */
export function readQuery<Name extends string>(
	search: string,
	known: readonly Name[],
): Partial<Record<Name, string>> {
	const values: Partial<Record<Name, string>> = {};
	for (const [sent, value] of new URLSearchParams(search)) {
		const name = known.find((one) => one === sent);
		if (name === undefined || values[name] !== undefined) {
			throw new ServiceError(422, `The parameter ${sent} is unknown, or was sent twice`);
		}
		values[name] = value;
	}
	return values;
}
