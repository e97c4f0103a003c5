import fc from 'fast-check';

import { RateBudget } from '../../../../nodes/FormSubmissions/api/transport/budget';
import { ServiceClock } from '../../../../nodes/FormSubmissions/api/transport/clock';
import { randomCases } from '../../../support/search';

const NOON = Date.UTC(2026, 2, 10, 12);
const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

describe('the service’s clock', () => {
	it('is this machine’s own while no response has had a date', () => {
		const clock = new ServiceClock();
		clock.compare(undefined, NOON, NOON + 50);

		expect(clock.maxLeadMs).toBe(0);
	});

	it.each([3_600_000, -3_600_000])('continues from the date of a response, %i ms away', (ahead) => {
		const clock = new ServiceClock();
		clock.compare(NOON + ahead, NOON, NOON + 50);

		expect(clock.maxLeadMs).toBe(50 - ahead);

		clock.compare(undefined, NOON, NOON + 10);
		expect(clock.maxLeadMs).toBe(50 - ahead);
	});

	it('is available from the key’s budget', () => {
		const budget = new RateBudget();
		budget.noteSent(NOON);
		budget.noteEnded({ date: new Date(NOON - 60_000).toUTCString() }, NOON, NOON);

		expect(budget.serviceNowMs(NOON + 5)).toBe(NOON - 60_000 + 5);
	});

	it('starts over after a clock was set', () => {
		const clock = new ServiceClock();
		clock.compare(NOON, NOON, NOON);
		clock.compare(NOON + 1_000, NOON + 3_601_000, NOON + 3_601_000);

		expect(clock.maxLeadMs).toBe(3_600_000);
	});

	it('stays as known if a response only just agrees with it', () => {
		const clock = new ServiceClock();
		clock.compare(NOON, NOON, NOON);
		clock.compare(NOON + 1_000, NOON + 2_000, NOON + 2_500);

		expect(clock.maxLeadMs).toBe(0);
	});

	it('is never estimated too late, and at most a second and the return trip too early', () => {
		const answers = fc.array(
			fc.record({ gapMs: fc.nat(90_000), thereMs: fc.nat(2_000), backMs: fc.nat(2_000) }),
			{ minLength: 1 },
		);
		fc.assert(
			fc.property(answers, fc.integer({ min: -1e9, max: 1e9 }), (all, aheadMs) => {
				const clock = new ServiceClock();
				let nowMs = NOON;
				let leastBackMs = Infinity;
				for (const { gapMs, thereMs, backMs } of all) {
					const sentAtMs = nowMs + gapMs;
					const answeredMs = sentAtMs + thereMs;
					nowMs = answeredMs + backMs;
					leastBackMs = Math.min(leastBackMs, backMs);
					clock.compare(wholeSecond(answeredMs + aheadMs), sentAtMs, nowMs);

					const lateMs = aheadMs + clock.maxLeadMs;
					expect(lateMs).toBeGreaterThanOrEqual(0);
					expect(lateMs).toBeLessThan(leastBackMs + 1_000);
				}
			}),
			randomCases(100),
		);
	});
});
