import { StoppedDeliveries } from '../../../../nodes/FormSubmissions/trigger/destination/stoppedDeliveries';
import { NOON } from '../../../support/fakeClock';

const MINUTE_MS = 60_000;

describe('that deliveries have stopped', () => {
	it.each([-30, 0, 30])('is noticed where n8n’s clock is %i minutes ahead', (minutes) => {
		const aheadMs = minutes * MINUTE_MS;
		const stopped = new StoppedDeliveries();
		stopped.markRing(NOON);

		const found = [5, 10, 15].map((minute) => {
			const nowMs = NOON + minute * MINUTE_MS;
			const one = { submission: { id: 'a' }, key: 'a', atMs: nowMs - aheadMs };
			return stopped.markFound([one], nowMs, aheadMs);
		});

		expect(found).toEqual([false, false, true]);
	});

	it('is not noticed where only late ones are found', () => {
		const stopped = new StoppedDeliveries();
		stopped.markRing(NOON);

		for (let minute = 5; minute < 30; minute += 5) {
			const nowMs = NOON + minute * MINUTE_MS;
			const late = { submission: { id: 'a' }, key: 'a', atMs: nowMs - 3 * MINUTE_MS };
			expect(stopped.markFound([late], nowMs, 0)).toBe(false);
		}
	});
});
