import type { Ids } from '../ids';
import { createDestinationStore, type DestinationStore } from './destinationStore';
import { createFormStore, type FormStore } from './formStore';
import { createSubmissionStore, type SubmissionStore } from './submissionStore';

export type Store = {
	readonly forms: FormStore;
	readonly submissions: SubmissionStore;
	readonly destinations: DestinationStore;
};

export function createStore(ids: Ids, now: () => number): Store {
	return {
		forms: createFormStore(),
		submissions: createSubmissionStore(now),
		destinations: createDestinationStore(ids),
	};
}
