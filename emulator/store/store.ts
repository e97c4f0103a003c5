import type { Ids } from '../ids';
import { createDestinationStore, type DestinationStore } from './destinationStore';
import { createFormStore, type FormStore } from './formStore';
import { createSubmissionStore, type SubmissionStore } from './submissionStore';

export type Store = {
	readonly forms: FormStore;
	readonly submissions: SubmissionStore;
	readonly destinations: DestinationStore;
};

export function createStore(ids: Ids): Store {
	return {
		forms: createFormStore(),
		submissions: createSubmissionStore(),
		destinations: createDestinationStore(ids),
	};
}
