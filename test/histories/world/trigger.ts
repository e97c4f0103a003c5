import type { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { loadNode } from '../../support/freshModules';
import type { Machine } from './machine';

export type Poll = FormSubmissionsPollingTrigger['poll'];

/** Loads the trigger as a newly started process does, with nothing in memory; its waits are virtual. */
export function loadTrigger(machine: Machine): Poll {
	const sleep = async (milliseconds: number) => await machine.sleep(milliseconds);
	const loaded = loadNode<{
		FormSubmissionsPollingTrigger: typeof FormSubmissionsPollingTrigger;
	}>('FormSubmissionsPollingTrigger', { sleep });
	return new loaded.FormSubmissionsPollingTrigger().poll;
}
