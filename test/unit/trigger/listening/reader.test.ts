import { surroundings } from '../../../histories/world/triggerFunctions';
import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

describe('a trigger that listens', () => {
	it('asks once a minute if nothing comes', async () => {
		one = await OneTrigger.published();

		expect(await one.requestsIn(10 * MINUTE)).toBe(10);
	});

	it('asks hardly more often if its list has several pages, which are slow', async () => {
		one = await OneTrigger.published();
		one.play.service.change({ sameCursors: true });
		one.play.network.pageMs = 1.5 * SECOND;
		for (let index = 0; index < 200; index++) {
			await one.deliver(one.submit());
			await one.pass(6 * SECOND);
		}
		await one.pass(2 * MINUTE);

		expect(await one.requestsIn(30 * MINUTE)).toBeLessThan(45);
	});

	it('runs the workflow at once with what was delivered, whose response is 200', async () => {
		one = await OneTrigger.published();
		await one.pass(20 * SECOND);
		const submission = one.submit();

		expect(await one.deliver(submission)).toEqual([200, { received: true }]);
		await one.pass(SECOND / 2);

		expect(one.returned).toEqual([submission.id]);
	});

	it('notices within some ten seconds that its credential has changed', async () => {
		one = await OneTrigger.published();
		await one.deliver(one.submit());
		await one.pass(SECOND);
		const { credentialsHelper } = surroundings.additionalData;
		jest.spyOn(credentialsHelper, 'getDecrypted').mockRejectedValue(new Error('It is gone'));
		for (let second = 0; second < 12; second++) {
			await one.deliver(one.submit());
			await one.pass(SECOND);
		}

		expect(one.play.main.failures).toEqual([expect.stringContaining('It is gone')]);
	});

	it('runs it within a minute with what was not delivered', async () => {
		one = await OneTrigger.published();
		const submission = one.submit();

		await one.pass(MINUTE + SECOND);

		expect(one.returned).toEqual([submission.id]);
	});

	it.each([0.8, 3, 6])(
		'reads again if the submission is in the list only %d s after its delivery',
		async (lateSeconds) => {
			one = await OneTrigger.published();
			const submission = one.submit({ visibleAt: one.play.nowMs + lateSeconds * SECOND });
			await one.deliver(submission);

			await one.pass((lateSeconds + 2.5) * SECOND);

			expect(one.returned).toEqual([submission.id]);
		},
	);

	it.each([
		[0, 3],
		[0.5, 3],
		[2.5, 6],
		[6.5, 6],
	])(
		'reads again for each that was delivered, the second one %d s after the first, in the list %d s later',
		async (secondInSeconds, lateSeconds) => {
			one = await OneTrigger.published();
			const late = () => one.submit({ visibleAt: one.play.nowMs + lateSeconds * SECOND });
			const first = late();
			await one.deliver(first);
			await one.pass(secondInSeconds * SECOND);
			const second = late();
			await one.deliver(second);

			await one.pass((lateSeconds + 3) * SECOND);

			expect(one.returned).toEqual([first.id, second.id]);
		},
	);

	it('reads four times at most for a delivery of what never is in the list', async () => {
		one = await OneTrigger.published();
		await one.deliver(one.submit({ status: 'spam' }));

		expect(await one.requestsIn(30 * SECOND)).toBe(4);
	});

	it('asks 60 times a minute at most, however much spam is delivered, and still hears a genuine one', async () => {
		one = await OneTrigger.published();
		const spam = async (seconds: number) => {
			for (let second = 0; second < seconds; second += 0.2) {
				await one.deliver(one.submit({ status: 'spam' }));
				await one.pass(SECOND / 5);
			}
		};
		const before = one.requests;
		await spam(60);
		expect(one.requests - before).toBeLessThanOrEqual(62);
		const submission = one.submit();
		await one.deliver(submission);
		await spam(10);

		expect(one.returned).toEqual([submission.id]);
	});
});

/** So many submissions a minute for some minutes, each delivered; returns how long each took (milliseconds). */
async function delays(perMinute: number, minutes: number, pageMs: number): Promise<number[]> {
	one.play.network.pageMs = pageMs;
	const count = Math.round(perMinute * minutes);
	const created = new Map<string, number>();
	const taken: number[] = [];
	let seen = 0;
	const look = () => {
		for (const id of one.returned.slice(seen))
			taken.push(one.play.nowMs - (created.get(String(id)) ?? 0));
		seen = one.returned.length;
	};
	for (let index = 0; index < count; index++) {
		const untilMs = one.play.nowMs + MINUTE / perMinute;
		const submission = one.submit();
		created.set(submission.id, one.play.nowMs);
		await one.deliver(submission);
		while (one.play.nowMs < untilMs) {
			await one.pass(Math.min(100, untilMs - one.play.nowMs));
			look();
		}
	}
	for (let waited = 0; waited < 100; waited++) {
		await one.pass(100);
		look();
	}
	expect(one.returned).toHaveLength(count);
	expect(new Set(one.returned).size).toBe(count);
	return taken;
}

describe('runs within three seconds of the delivery', () => {
	it.each([
		[1, 0.2],
		[1, 1],
		[5, 0.2],
		[60, 0.2],
		[60, 1],
		[300, 0.2],
		[600, 0.2],
		[600, 1],
	])('%d submissions a minute, with pages of %d s', async (perMinute, pageSeconds) => {
		one = await OneTrigger.published();
		const taken = await delays(perMinute, perMinute > 100 ? 1 : 3, pageSeconds * SECOND);

		expect(Math.max(...taken)).toBeLessThanOrEqual(3_200);
	});
});

/** So many come while the service can't be reached; returns their IDs. */
async function outage(count: number): Promise<string[]> {
	one.play.network.outage = 'ECONNREFUSED';
	await one.pass(MINUTE);
	const ids = Array.from({ length: count }, () => one.submit().id);
	one.play.network.outage = undefined;
	return ids;
}

describe('a backlog', () => {
	it('comes in runs of at most 1,000 after an outage, with what is new between', async () => {
		one = await OneTrigger.published({ main: { runFor: 'together' } });
		await outage(5_000);
		one.play.network.pageMs = SECOND;
		await one.pass(20 * SECOND);
		const submission = one.submit();
		await one.deliver(submission);
		const deliveredMs = one.play.nowMs;
		while (!one.returned.includes(submission.id)) await one.pass(SECOND / 4);
		expect(one.play.nowMs - deliveredMs).toBeLessThanOrEqual(10 * SECOND);

		await one.pass(2 * MINUTE);

		expect(one.returned).toHaveLength(5_001);
		expect(Math.max(...one.play.main.runs)).toBeLessThanOrEqual(1_000);
	});

	it('left while the credential cannot be read costs a look or two a minute', async () => {
		one = await OneTrigger.published({ main: { runFor: 'together' } });
		await outage(5_000);
		one.play.network.pageMs = 5 * SECOND;
		await one.pass(90 * SECOND);
		const { credentialsHelper } = surroundings.additionalData;
		const read = jest.spyOn(credentialsHelper, 'getDecrypted').mockRejectedValue(new Error('Gone'));
		await one.pass(MINUTE);
		read.mockClear();
		await one.pass(5 * MINUTE);

		expect(one.returned.length).toBeLessThan(5_000);
		expect(read.mock.calls.length).toBeLessThanOrEqual(15);
	});

	it.each(['status500', 'hang'] as const)(
		'whose page can never be read (%s) holds up nothing new, and is shown once an hour',
		async (how) => {
			one = await OneTrigger.published();
			const ids = await outage(500);
			if (how === 'hang') {
				one.play.service.failNext('hang', {
					times: Infinity,
					when: ({ url }) => url.includes('cursor='),
				});
			} else one.play.service.breakRow(ids[200] ?? '', 'status500');
			await one.pass(3 * MINUTE);
			const taken = [];
			for (let count = 0; count < 20; count++) {
				const submission = one.submit();
				const deliveredMs = one.play.nowMs;
				await one.deliver(submission);
				while (!one.returned.includes(submission.id)) await one.pass(SECOND / 4);
				taken.push(one.play.nowMs - deliveredMs);
				await one.pass(7 * SECOND);
			}

			expect(Math.max(...taken)).toBeLessThanOrEqual(10 * SECOND);
			expect(one.play.main.failures).toHaveLength(1);
			one.play.service.mendRows();
			one.play.service.clearFaults();
			await one.pass(2 * MINUTE);
			expect(one.returned).toHaveLength(520);
		},
	);

	it('after an outage is read on as soon as the newest can be read', async () => {
		one = await OneTrigger.published();
		one.play.network.outage = 'ECONNREFUSED';
		for (let index = 0; index < 400; index++) one.submit();
		await one.pass(5 * MINUTE);
		one.play.network.outage = undefined;
		while (one.returned.length === 0) await one.pass(SECOND);

		await one.pass(22 * SECOND);

		expect(one.returned).toHaveLength(400);
	});

	it('is read on while the top is read', async () => {
		one = await OneTrigger.published({ main: { runFor: 'together' } });
		await outage(4_000);
		one.play.network.pageMs = 4 * SECOND;
		await one.pass(45 * SECOND);
		const fresh = new Set(one.arrive(700, { isDelivered: false }));
		await one.pass(5 * SECOND);
		const before = one.returned.length;
		await one.pass(25 * SECOND);

		// The second reading of the top has not come to its end.
		expect(one.returned.filter((id) => fresh.has(id))).toEqual([]);
		expect(one.returned.length - before).toBeGreaterThanOrEqual(500);
		await one.pass(3 * MINUTE);
		expect(new Set(one.returned).size).toBe(4_700);
		expect(one.returned).toHaveLength(4_700);
		// 48 pages have it, if none is read twice.
		expect(one.play.main.requests).toBeLessThanOrEqual(60);
	});

	it('is read even if each of its pages takes 12 seconds', async () => {
		one = await OneTrigger.published();
		one.play.network.outage = 'ECONNREFUSED';
		await one.pass(MINUTE);
		for (let index = 0; index < 400; index++) one.submit();
		one.play.network.outage = undefined;
		one.play.network.pageMs = 12 * SECOND;

		await one.pass(4 * MINUTE);

		expect(one.returned).toHaveLength(400);
	});
});
