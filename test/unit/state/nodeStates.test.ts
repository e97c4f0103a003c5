import type { PollContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { ObservableObject, sleep } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import {
	nextState,
	putBackState,
	readState,
	rememberPollState,
	writePollState,
	writeState,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import { whenSettled, type State } from '../../../nodes/FormSubmissions/state/undecidedPoll';
import { runClock, skipTime, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { hookContext, pollContext } from '../../support/n8n';

const FIRST = 'node-first';
const SECOND = 'node-second';
const THIRD = 'node-third';
const WEBHOOK = 'node-webhook';

/** What n8n stores in its database: one blob per workflow, written as a whole. */
let database: string;

beforeEach(() => {
	database = '{}';
	startFakeClock();
});

afterEach(() => {
	stopFakeClock();
	forgetAll();
});

/** n8n has had the time to save what it keeps. */
const pass = () => skipTime(30_000);

type Context = Parameters<typeof readState>[0];

const valueOf = (context: Context, kind: 'list' | 'webhook' = 'list') =>
	readState(context, kind)?.value;

/** What a poll begins from. */
const positionOf = (context: PollContext): State =>
	readState(context, 'list') ?? { nodeId: context.getNode().id, counter: 0, value: { at: 0 } };

/** A poll stores where it has come, and returns items. */
function write(context: PollContext, value: IDataObject): void {
	const before = positionOf(context);
	writePollState(context, before, nextState(context, before, value));
}

/** A publication: n8n gives it its own copy of the blob, and saves all of that copy. */
function publish() {
	const staticData = ObservableObject.create(JSON.parse(database) as IDataObject);
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
		database = JSON.stringify(staticData);
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
function stored(nodeId: string): unknown {
	forgetAll();
	return valueOf(publish().poller(nodeId));
}

describe('the state of a poll', () => {
	it('is the newest that this process wrote, whichever sibling saved last', () => {
		const early = publish();
		const late = publish();
		for (const at of [1, 2, 3]) {
			late.poll(SECOND, { at });
			early.poll(FIRST, { at });
		}

		expect([stored(FIRST), stored(SECOND)]).toEqual([{ at: 3 }, { at: 3 }]);
	});

	it('is what another process has saved since, whatever polls without items this one has had before', () => {
		const before = publish();
		before.poll(FIRST, { at: 1 });
		const first = before.poller(FIRST);
		for (const at of [2, 3, 4]) {
			const state = readState(first, 'list');
			if (!state) throw new Error('Nothing is stored');
			rememberPollState(first, { ...state, value: { at } });
		}
		const remembered = database;
		forgetAll();
		publish().poll(FIRST, { at: 9 });
		const saved = database;
		database = remembered;
		forgetAll();
		// This process has the leadership again: it remembers what it did, and reads what the other saved.
		const again = publish();
		again.poll(FIRST, { at: 1 });
		database = saved;

		publish().poll(SECOND, { at: 1 });

		expect(stored(FIRST)).toEqual({ at: 9 });
	});
});

describe('the state of a poll that n8n has not saved', () => {
	/** The first trigger's last poll; its publication is still there. */
	function discard() {
		const publication = publish();
		publication.poller(SECOND);
		publication.poll(FIRST, { at: 1 });
		publication.poll(FIRST, { at: 2 }, { isDiscarded: true });
		return publication;
	}

	it('is not saved by a sibling, however often', () => {
		const publication = discard();

		for (const at of [1, 2]) publication.poll(SECOND, { at });
		publish().poll(SECOND, { at: 3 });

		expect(stored(FIRST)).toEqual({ at: 1 });
	});

	it('counts for a sibling that waits until n8n has saved it', async () => {
		const publication = publish();
		publication.poll(FIRST, { at: 1 });
		const first = publication.poller(FIRST);
		const second = publication.poller(SECOND);
		write(first, { at: 2 });
		const saved = sleep(9_000).then(publication.save);

		const written = whenSettled(second, () => publication.poll(SECOND, { at: 9 }));
		await runClock(Promise.all([saved, written]));

		expect(stored(FIRST)).toEqual({ at: 2 });
	});

	it('is judged by nobody who only reads', () => {
		const publication = publish();
		publication.poller(SECOND);
		publication.poll(FIRST, { at: 1 });
		write(publication.poller(FIRST), { at: 2 });
		const { staticData } = publication.poller(FIRST).workflow;
		const before = JSON.stringify(staticData);
		pass();

		expect(valueOf(publish().poller(FIRST))).toEqual({ at: 1 });
		putBackState(publication.poller(SECOND), 'list');
		expect(JSON.stringify(staticData)).toBe(before);
	});

	it('counts once n8n has saved it, whatever a node of another package writes then', async () => {
		const publication = publish();
		publication.poller(SECOND);
		write(publication.poller(FIRST), { at: 1 });
		publication.save();
		await runClock(sleep(1_000));
		publication.poller(SECOND).getWorkflowStaticData('global').another = 'package';
		pass();

		publication.poll(SECOND, { at: 1 });

		expect(stored(FIRST)).toEqual({ at: 1 });
	});

	it('does not count once the trigger has been published again', () => {
		discard();
		const again = publish();

		expect(valueOf(again.poller(FIRST))).toEqual({ at: 1 });
		again.poll(SECOND, { at: 9 });
		expect(stored(FIRST)).toEqual({ at: 1 });
	});

	it('does not keep another one, which n8n has saved, from counting', () => {
		const publication = publish();
		for (const nodeId of [THIRD, FIRST, SECOND]) publication.poller(nodeId);
		publication.poll(THIRD, { at: 1 }, { isDiscarded: true });
		publication.poll(SECOND, { at: 1 });
		publication.poll(FIRST, { at: 1 });
		publication.poll(SECOND, { at: 2 });

		expect(stored(FIRST)).toEqual({ at: 1 });
	});
});

describe('a stored state that is no state', () => {
	it.each(['damaged', {}, { nodeId: FIRST, counter: 1, value: 'damaged' }])(
		'(%j) is read as one that cannot be read, not as missing',
		(damaged) => {
			database = JSON.stringify({ global: { [`list ${FIRST}`]: damaged } });

			expect(valueOf(publish().poller(FIRST))).toEqual({ unreadable: true });
		},
	);

	it('is missing if another node wrote it', () => {
		const ofAnother = { nodeId: SECOND, counter: 1, value: {} };
		database = JSON.stringify({ global: { [`list ${FIRST}`]: ofAnother } });

		expect(readState(publish().poller(FIRST), 'list')).toBeUndefined();
	});
});

describe('the state of a webhook trigger', () => {
	it('survives the save of a polling trigger whose copy of the blob is older', () => {
		const polling = publish();
		const webhook = publish();
		writeState(webhook.webhook(WEBHOOK), 'webhook', { registrations: ['one'] });
		webhook.save();

		polling.poll(FIRST, { at: 1 });
		forgetAll();

		expect(valueOf(publish().webhook(WEBHOOK), 'webhook')).toEqual({ registrations: ['one'] });
	});

	it('is known to this process before n8n has saved it', () => {
		writeState(publish().webhook(WEBHOOK), 'webhook', { registrations: ['one'] });

		expect(valueOf(publish().webhook(WEBHOOK), 'webhook')).toEqual({ registrations: ['one'] });
	});
});
