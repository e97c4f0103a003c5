import type { IDataObject } from 'n8n-workflow';

import { ProcessMemory } from '../general/processMemory';
import {
	withLast,
	type Registration,
	type Registrations,
} from '../webhook/destination/registrations';

/** A delivery that came while a person listened for a test event. */
export type Heard = { submissionId?: string; row: IDataObject };

/** In memory, because n8n begins each test with empty static data. */
type Tests = {
	/** What the last one heard; undefined if nothing, or if it is still listening. */
	heard?: Heard;
	/** Of test destinations: without these, each test would register another one. */
	registrations: Registration[];
};

const tests = new ProcessMemory<Tests>(1_000);

/** If the test before heard nothing, its destination may have been deleted: it is registered again. */
export function beginTest(nodeKey: string): void {
	const { heard, registrations } = tests.get(nodeKey) ?? { registrations: [] };
	tests.set(nodeKey, { registrations: heard ? registrations : [] });
}

export function noteHeard(nodeKey: string, heard: Heard): void {
	tests.set(nodeKey, { registrations: [], ...tests.get(nodeKey), heard });
}

export function lastHeard(nodeKey: string): Heard | undefined {
	return tests.get(nodeKey)?.heard;
}

export function testRegistrations(nodeKey: string): Registrations {
	const all = () => tests.get(nodeKey)?.registrations ?? [];
	return {
		all,
		remember(registration) {
			const registrations = withLast(all(), registration);
			tests.set(nodeKey, { ...tests.get(nodeKey), registrations });
		},
	};
}
