import type { Ids } from '../ids';
import type { Destination } from '../types';

export type DestinationStore = {
	add: (destination: Omit<Destination, 'id'>) => Destination;
	remove: (id: string) => void;
	list: (formId?: string) => Destination[];
};

export function createDestinationStore(ids: Ids): DestinationStore {
	const destinations = new Map<string, Destination>();
	return {
		add(destination) {
			const stored = { id: ids.next('dst'), ...destination };
			destinations.set(stored.id, stored);
			return stored;
		},
		remove(id) {
			if (!destinations.delete(id)) throw new Error(`There is no destination ${id}`);
		},
		list: (formId) =>
			[...destinations.values()].filter((one) => formId === undefined || one.formId === formId),
	};
}
