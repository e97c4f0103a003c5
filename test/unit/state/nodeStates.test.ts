import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import {
	readState,
	rememberPollState,
	writeState,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import {
	database,
	FIRST,
	publish,
	SECOND,
	stored,
	useDatabase,
	valueOf,
	WEBHOOK,
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
