import type { PollContext } from 'n8n-core';
import { ObservableObject, type IDataObject } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import {
	nextState,
	readState,
	writePollState,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import type { State } from '../../../nodes/FormSubmissions/state/nodeStates';
import { skipTime, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { hookContext, pollContext } from '../../support/n8n';

export const FIRST = 'node-first';
export const SECOND = 'node-second';
export const THIRD = 'node-third';
export const WEBHOOK = 'node-webhook';

/** What n8n stores: one blob per workflow, written as a whole. */
export const database = { workflow: '{}' };

/** Each test begins with an empty database. */
export function useDatabase(): void {
	beforeEach(() => {
		database.workflow = '{}';
		startFakeClock();
	});

	afterEach(() => {
		stopFakeClock();
		forgetAll();
	});
}

/** n8n has had the time to save what it keeps. */
export const pass = () => skipTime(30_000);

type Context = Parameters<typeof readState>[0];

export const valueOf = (context: Context, kind: 'list' | 'webhook' = 'list') =>
	readState(context, kind)?.value;

/** What a poll begins from. */
const positionOf = (context: PollContext): State =>
	readState(context, 'list') ?? { nodeId: context.getNode().id, counter: 0, value: { at: 0 } };

/** A poll stores where it has come, and returns items. */
export function write(context: PollContext, value: IDataObject): void {
	const before = positionOf(context);
	writePollState(context, before, nextState(context, before, value));
}

/** A publication: n8n gives it its own copy of the blob, and saves all of that copy. */
export function publish() {
	const staticData = ObservableObject.create(JSON.parse(database.workflow) as IDataObject);
	const setup = (nodeId: string) => ({ parameters: {}, nodeId, nodeName: nodeId, staticData });
	const contexts = new Map<string, PollContext>();
	/** All polls of a trigger share one context. */
	const poller = (nodeId: string) => {
		const kind = 'formSubmissionsPollingTrigger';
		const context = contexts.get(nodeId) ?? pollContext({ ...setup(nodeId), kind });
		contexts.set(nodeId, context);
		return context;
	};
	const save = () => {
		database.workflow = JSON.stringify(staticData);
		for (const { workflow } of contexts.values()) workflow.staticData.__dataChanged = false;
	};
	return {
		poller,
		webhook: (nodeId: string) => hookContext({ ...setup(nodeId), kind: 'formSubmissionsTrigger' }),
		save,
		/** A poll that returned items; n8n saves the blob, or discards them. */
		poll(nodeId: string, value: IDataObject, { isDiscarded = false } = {}) {
			const context = poller(nodeId);
			write(context, value);
			if (!isDiscarded) save();
			pass();
		},
	};
}

/** What n8n has stored of a trigger's polls: what counts after a restart. */
export function stored(nodeId: string): unknown {
	forgetAll();
	return valueOf(publish().poller(nodeId));
}
