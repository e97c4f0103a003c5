import type { Ids } from '../ids';
import { createDestinationStore } from './destinationStore';
import { createFormStore } from './formStore';
import { createSubmissionStore } from './submissionStore';

export type Store = ReturnType<typeof createStore>;

export function createStore(ids: Ids) {
	return {
		forms: createFormStore(),
		submissions: createSubmissionStore(),
		destinations: createDestinationStore(ids),
	};
}
