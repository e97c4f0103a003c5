import type { Ids } from '../ids';
import { createDestinationStore } from './destinationStore';
import { createFormStore } from './formStore';
import { createSubmissionStore } from './submissionStore';

export type Store = ReturnType<typeof createStore>;

/** What is wrong with each page that contains a row: it fails, or the row has no ID. */
export type BrokenRow = 'status500' | 'noId';

export function createStore(ids: Ids) {
	return {
		forms: createFormStore(),
		submissions: createSubmissionStore(),
		destinations: createDestinationStore(ids),
		/** By ID. */
		brokenRows: new Map<string, BrokenRow>(),
		/** Which cursors are refused although they are genuine. */
		refusedCursors: { issuedUntilMs: -Infinity, status: 410 },
	};
}
