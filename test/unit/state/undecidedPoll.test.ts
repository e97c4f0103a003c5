import { sleep } from 'n8n-workflow';

import { whenSettled } from '../../../nodes/FormSubmissions/state/undecidedPoll';
import { runClock } from '../../support/fakeClock';
import {
	FIRST,
	pass,
	publish,
	SECOND,
	stored,
	THIRD,
	useDatabase,
	valueOf,
	write,
} from './publications';

useDatabase();

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
