import { clock, HOUR, MINUTE, SECOND } from './pollingClock';
import { trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

/** Since the last poll, more has arrived than a poll can return; one page takes five seconds. */
async function leaveMoreThanEnough(sinceLastMs: number): Promise<void> {
	const beganAtMs = clock.nowMs;
	await trigger.start();
	trigger.arrive(5_000, { stepMs: 1 });
	clock.nowMs = beganAtMs + sinceLastMs;
	trigger.responsesTake(5 * SECOND);
}

async function timeOf(poll: () => Promise<unknown>): Promise<number> {
	const beganAtMs = clock.nowMs;
	await poll();
	return clock.nowMs - beganAtMs;
}

describe('a poll with a backlog', () => {
	it.each([
		['up to 52 seconds if polls are a minute apart', MINUTE, 300, 50],
		['up to half of the time since the last one', 3 * MINUTE, 300, 90],
		['at most four minutes', 9 * MINUTE, 300, 240],
		['at most four minutes after a day', 24 * HOUR, 300, 240],
		['five seconds less than n8n allows', 6 * MINUTE, 100, 95],
		['five seconds less than n8n allows, if that is little', MINUTE, 30, 25],
		['up to 52 seconds if the clock was set back', -HOUR, 300, 50],
	])('takes %s', async (_what, sinceLastMs, allowedSeconds, seconds) => {
		await leaveMoreThanEnough(sinceLastMs);
		const budgetMs = allowedSeconds * SECOND;

		expect(await timeOf(async () => await trigger.poll({ budgetMs }))).toBe(seconds * SECOND);
	});

	it('fetches at least one page, however little time n8n allows', async () => {
		await leaveMoreThanEnough(MINUTE);

		expect(await trigger.pollIds({ budgetMs: SECOND })).toHaveLength(100);
	});
});
