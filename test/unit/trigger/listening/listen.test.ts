import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

describe('the end', () => {
	it('of a trigger ends its reading: what was under way runs nothing, and the next one begins with it', async () => {
		one = await OneTrigger.published();
		one.play.network.pageMs = 5 * SECOND;
		const submission = one.submit();
		await one.deliver(submission);
		await one.pass(SECOND);
		const [first] = [one.play.main];

		await one.publish();
		await one.pass(10 * SECOND);

		expect(first.runs).toEqual([1]);
		expect(one.returned).toEqual([submission.id]);
	});

	it('is over at once, whatever is under way', async () => {
		one = await OneTrigger.published();
		one.play.network.pageMs = 20 * SECOND;
		await one.deliver(one.submit());
		await one.pass(SECOND);
		const before = one.play.nowMs;

		await one.play.n8n.untilOver(one.play.n8n.unpublish(one.play.main));

		expect(one.play.nowMs - before).toBe(0);
		expect(await one.requestsIn(5 * MINUTE)).toBe(0);
		expect(one.returned).toEqual([]);
	});

	it('does not come with a clock that is set back an hour', async () => {
		one = await OneTrigger.published();
		one.play.machine.moveClock(-60 * MINUTE);
		const submission = one.submit();
		one.play.n8n.ring(one.play.main);
		await one.pass(SECOND);
		expect(one.returned).toEqual([submission.id]);

		expect(await one.requestsIn(10 * MINUTE)).toBeGreaterThanOrEqual(9);
	});

	it('of one that n8n begins anew without ending it leaves one that reads', async () => {
		one = await OneTrigger.published();
		await one.play.n8n.untilOver(one.play.n8n.beginAnew(one.play.main));

		await one.pass(2 * SECOND);

		expect(await one.requestsIn(10 * MINUTE)).toBe(10);
	});

	it('of one that n8n ends only after it has begun the next leaves that one hearing deliveries', async () => {
		one = await OneTrigger.published();
		await one.play.n8n.untilOver(one.play.n8n.beginAnew(one.play.main, true));
		await one.pass(20 * SECOND);
		const submission = one.submit();
		await one.deliver(submission);

		await one.pass(SECOND);

		expect(one.returned).toEqual([submission.id]);
	});
});
