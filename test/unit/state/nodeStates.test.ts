import { sleep } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import {
	readState,
	rememberPollState,
	whenSettled,
	writeState,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import { runClock } from '../../support/fakeClock';
import {
	database,
	FIRST,
	pass,
	publish,
	SECOND,
	stored,
	THIRD,
	useDatabase,
	valueOf,
	WEBHOOK,
	write,
} from './publications';

useDatabase();

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
		const remembered = database.workflow;
		forgetAll();
		publish().poll(FIRST, { at: 9 });
		const saved = database.workflow;
		database.workflow = remembered;
		forgetAll();
		// This process has the leadership again: it remembers what it did, and reads what the other saved.
		const again = publish();
		again.poll(FIRST, { at: 1 });
		database.workflow = saved;

		publish().poll(SECOND, { at: 1 });

		expect(stored(FIRST)).toEqual({ at: 9 });
	});
});

describe('a stored state that is no state', () => {
	it.each(['damaged', {}, { nodeId: FIRST, counter: 1, value: 'damaged' }])(
		'(%j) is read as one that cannot be read, not as missing',
		(damaged) => {
			database.workflow = JSON.stringify({ global: { [`list ${FIRST}`]: damaged } });

			expect(valueOf(publish().poller(FIRST))).toEqual({ unreadable: true });
		},
	);

	it('is missing if another node wrote it', () => {
		const ofAnother = { nodeId: SECOND, counter: 1, value: {} };
		database.workflow = JSON.stringify({ global: { [`list ${FIRST}`]: ofAnother } });

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
