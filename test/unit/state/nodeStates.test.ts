import type { PollContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { ObservableObject, sleep } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import {
	readHookState,
	readPollState,
	siblingsSaved,
	writeHookState,
	writePollState,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { hookContext, pollContext } from '../../support/n8n';

const FIRST = 'node-first';
const SECOND = 'node-second';
const THIRD = 'node-third';
const WEBHOOK = 'node-webhook';

const WITH_ITEMS = { isWithItems: true };
const WITHOUT_ITEMS = { isWithItems: false };

/** What n8n stores in its database: one blob per workflow, written as a whole. */
let database: string;

beforeEach(() => {
	database = '{}';
});

afterEach(() => forgetAll());

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
			writePollState(poller(nodeId), value, WITH_ITEMS);
			if (!isDiscarded) save();
		},
	};
}

/** What n8n has stored of a trigger's polls: what counts after a restart. */
function stored(nodeId: string): unknown {
	forgetAll();
	return readPollState(publish().poller(nodeId));
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

	it('is what this process wrote if n8n has not saved a poll that returned nothing', () => {
		const publication = publish();
		publication.poll(FIRST, { at: 1 });
		writePollState(publication.poller(FIRST), { at: 2 }, WITHOUT_ITEMS);

		publish().poll(SECOND, { at: 9 });

		expect(stored(FIRST)).toEqual({ at: 2 });
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
		const publication = discard();
		const second = publication.poller(SECOND);
		readPollState(second);
		startFakeClock();
		const saved = sleep(500).then(publication.save);

		await runClock(Promise.all([saved, siblingsSaved(second)]));
		stopFakeClock();
		publication.poll(SECOND, { at: 9 });

		expect(stored(FIRST)).toEqual({ at: 2 });
	});

	it('does not count for a sibling once the trigger has been published again', () => {
		discard();
		const again = publish();
		const first = again.poller(FIRST);
		writePollState(first, { ...Object(readPollState(first)) }, WITHOUT_ITEMS);

		again.poll(SECOND, { at: 9 });

		expect(stored(FIRST)).toEqual({ at: 1 });
	});

	it('counts again once the next poll of the same publication begins: n8n was still saving it', () => {
		const publication = discard();
		publication.poll(SECOND, { at: 9 });

		const next = readPollState(publication.poller(FIRST));
		publication.poll(SECOND, { at: 10 });

		expect([next, stored(FIRST)]).toEqual([{ at: 2 }, { at: 2 }]);
	});

	it('does not keep another one, which n8n has saved, from counting', () => {
		const publication = publish();
		for (const nodeId of [THIRD, FIRST, SECOND]) publication.poller(nodeId);
		publication.poll(THIRD, { at: 1 }, { isDiscarded: true });
		publication.poll(SECOND, { at: 1 });
		publication.poll(FIRST, { at: 1 });
		readPollState(publication.poller(THIRD));

		publication.poll(SECOND, { at: 2 });

		expect(stored(FIRST)).toEqual({ at: 1 });
	});

	it('is what stays of the trigger if n8n discards that next poll', () => {
		const publication = discard();
		publication.poll(SECOND, { at: 9 });
		readPollState(publication.poller(FIRST));
		publication.poll(FIRST, { at: 3 }, { isDiscarded: true });

		publish().poll(SECOND, { at: 10 });

		expect(stored(FIRST)).toEqual({ at: 2 });
	});
});

describe('a stored state that is no state', () => {
	it.each(['damaged', {}, { nodeId: FIRST, counter: 1, value: 'damaged' }])(
		'(%j) is read as one that cannot be read, not as missing',
		(damaged) => {
			database = JSON.stringify({ global: { [`poll ${FIRST}`]: damaged } });

			expect(readPollState(publish().poller(FIRST))).toEqual({ unreadable: true });
		},
	);

	it('is missing if another node wrote it', () => {
		const ofAnother = { nodeId: SECOND, counter: 1, value: {} };
		database = JSON.stringify({ global: { [`poll ${FIRST}`]: ofAnother } });

		expect(readPollState(publish().poller(FIRST))).toBeUndefined();
	});
});

describe('the state of a webhook trigger', () => {
	it('survives the save of a polling trigger whose copy of the blob is older', () => {
		const polling = publish();
		const webhook = publish();
		writeHookState(webhook.webhook(WEBHOOK), { registrations: ['one'] });
		webhook.save();

		polling.poll(FIRST, { at: 1 });
		forgetAll();

		expect(readHookState(publish().webhook(WEBHOOK))).toEqual({ registrations: ['one'] });
	});

	it('is known to this process before n8n has saved it', () => {
		writeHookState(publish().webhook(WEBHOOK), { registrations: ['one'] });

		expect(readHookState(publish().webhook(WEBHOOK))).toEqual({ registrations: ['one'] });
	});
});
