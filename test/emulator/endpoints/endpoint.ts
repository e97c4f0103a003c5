import type { ApiKey } from '../keys';
import type { Store } from '../store/store';

export type EndpointOptions = {
	/** What GET /v1/submissions/:id returns: `{ ok, data }`, or (default) the bare submission. */
	singleEnvelope?: boolean;
	/**
	 * Below which rows that become visible later appear: below a cursor's `place`, or never, because
	 * the walk goes through a `snapshot` of the list at its first page. Default `place`.
	 */
	cursors?: 'place' | 'snapshot';
	/** Whether the last page has a cursor, too. Default false. */
	cursorAtEnd?: boolean;
	/** How long a cursor is accepted. Default: always. */
	cursorLifeMs?: number;
	/** Accepts destinations that are not publicly reachable, as tests on a single machine require. */
	allowPrivateDestinations?: boolean;
};

export type Call = {
	readonly key: ApiKey;
	/** The variable segments of the path, percent-decoded once. */
	readonly pathParameters: readonly string[];
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
	/** Path segments; one that starts with a colon stands for any text. */
	readonly path: readonly string[];
	readonly scope: string;
	/** Only reads are rate limited. */
	readonly isRead: boolean;
	readonly answer: (call: Call) => Success;
};
