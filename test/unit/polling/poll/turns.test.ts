import type { IDataObject } from 'n8n-workflow';

import { takeTurn, type Items } from '../../../../nodes/FormSubmissions/polling/turns';
import { pollContext } from '../../../support/n8n';
import { clock, MINUTE, SECOND } from './pollingClock';
import { idsOf, trigger } from './pollingTrigger';

describe('polls that overlap', () => {
	it('return everything once: the second returns nothing while the first is running', async () => {
		await trigger.poll();
		const added = trigger.arrive(3);

		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);

		expect(idsOf(first)).toEqual(added);
		expect(second).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	it('of two nodes do not block each other', async () => {
		await trigger.poll({ nodeId: 'a' });
		await trigger.poll({ nodeId: 'b' });
		const added = trigger.arrive(1);

		const both = await Promise.all([trigger.poll({ nodeId: 'a' }), trigger.poll({ nodeId: 'b' })]);

		expect(both.map(idsOf)).toEqual([added, added]);
	});

	it('are possible again after one has thrown', async () => {
		await trigger.poll();
		const added = trigger.arrive(1);
		trigger.emulator.failNext({ status: 403 });
		await expect(trigger.poll()).rejects.toThrow();

		expect(await trigger.pollIds()).toEqual(added);
	});

	it("return nothing if n8n's durable scheduler may still be storing the previous one's items", async () => {
		const scheduled = (timezone: string) => ({ budgetMs: 40 * SECOND, timezone });
		await trigger.start();
		const added = trigger.arrive(3);
		const before = JSON.parse(JSON.stringify(trigger.staticData)) as IDataObject;
		expect(await trigger.pollIds(scheduled('Europe/Berlin'))).toEqual(added);
		// Of another poll time: n8n has read what it stored before that poll.
		trigger.staticData = before;

		expect(await trigger.poll(scheduled('Europe/Paris'))).toBeNull();
	});
});

describe('a poll that never ends', () => {
	const context = () => pollContext({ kind: 'formSubmissionsPollingTrigger', parameters: {} });

	const items = [{ json: { id: 'sub_1' } }];

	it('keeps others waiting for five minutes, and no longer', async () => {
		void takeTurn(context(), async () => await new Promise(() => {}));

		clock.nowMs += 5 * MINUTE - 1;
		expect(await takeTurn(context(), async () => items)).toBeNull();
		clock.nowMs += 1;

		expect(await takeTurn(context(), async () => items)).toEqual(items);
	});

	it('returns nothing if it does end once another has taken its place', async () => {
		let end: (items: Items) => void = () => {};
		const late = takeTurn(context(), async () => await new Promise<Items>((ends) => (end = ends)));
		clock.nowMs += 5 * MINUTE;
		await takeTurn(context(), async () => null);

		end(items);

		expect(await late).toBeNull();
	});
});
