import type { Ids } from '../ids';
import type { Destination } from '../types';

export function createDestinationStore(ids: Ids) {
	const destinations = new Map<string, Destination>();
	return {
		add(destination: Omit<Destination, 'id'>): Destination {
			const stored = { id: ids.next('dst'), ...destination };
			destinations.set(stored.id, stored);
			return stored;
		},
		remove(id: string): void {
			if (!destinations.delete(id)) throw new Error(`There is no destination ${id}`);
		},
		list: (formId?: string): Destination[] =>
			[...destinations.values()].filter((one) => formId === undefined || one.formId === formId),
	};
}
