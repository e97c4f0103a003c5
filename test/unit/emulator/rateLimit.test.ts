import { type EmulatorOptions } from '../../../emulator';
import { get, NOW_MS, post, startEmulator } from './client';

const REMAINING = 'x-ratelimit-remaining';
const RESET = 'x-ratelimit-reset';

describe('the rate limit', () => {
	it('allows 120 requests per key and minute, and refuses the next', () => {
		const { emulator, key } = startEmulator();

		const statuses = Array.from({ length: 121 }, () => get(emulator, key, '/v1/forms').status);

		expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
		expect(statuses[120]).toBe(429);
		expect(emulator.tooManyRequestsCount()).toBe(1);
	});

	it('opens a window at the first request, not on the minute', () => {
		const { clock, emulator, key } = startEmulator({ limitPerWindow: 1 });
		clock.nowMs += 30_500;

		const statusAfter = (ms: number) => {
			clock.nowMs += ms;
			return get(emulator, key, '/v1/forms').status;
		};

		expect([0, 59_999, 1, 0].map(statusAfter)).toEqual([200, 429, 200, 429]);
	});

	it('counts each key separately', () => {
		const { emulator, key } = startEmulator({ limitPerWindow: 1 });
		const other = emulator.addKey();
		get(emulator, key, '/v1/forms');

		expect(get(emulator, key, '/v1/forms').status).toBe(429);
		expect(get(emulator, other, '/v1/forms').status).toBe(200);
	});

	it('does not count writes', () => {
		const { emulator, key, form } = startEmulator({ limitPerWindow: 1 });
		get(emulator, key, '/v1/forms');

		const sent = post(emulator, key, `/v1/forms/${form.id}/destinations`, {
			provider: 'webhook',
			fields: { url: 'https://example.com/hook' },
		});

		expect(sent).toMatchObject({ status: 201, headers: { [REMAINING]: '0' } });
	});
});

describe('the rate limit headers', () => {
	it('are on every response, including errors', () => {
		const { emulator, key } = startEmulator();

		const answers = [
			get(emulator, key, '/v1/forms'),
			get(emulator, key, '/v1/submissions?limit=0'),
			get(emulator, key, '/v1/nothing'),
			get(emulator, 'unknown', '/v1/forms'),
		];

		expect(answers.map(({ status, headers }) => [status, headers[REMAINING]])).toEqual([
			[200, '119'],
			[422, '118'],
			[404, '118'],
			[401, '120'],
		]);
		for (const { headers } of answers) {
			expect(headers['date']).toBe('Sun, 01 Mar 2026 12:00:00 GMT');
			expect(headers[RESET]).toBe(String((NOW_MS + 60_000) / 1000));
		}
	});

	it.each<[EmulatorOptions, string | undefined]>([
		[{}, '60'],
		[{ resetRounding: 'down' }, '59'],
		[{ retryAfter: 'date' }, 'Sun, 01 Mar 2026 12:01:00 GMT'],
		[{ retryAfter: 'date', clockSkewMs: 60_000 }, 'Sun, 01 Mar 2026 12:02:00 GMT'],
		[{ retryAfter: 'absent' }, undefined],
		[{ retryAfter: 'absurd' }, '86400'],
	])('with %j have a Retry-After of %s in a refusal', (options, expected) => {
		const { clock, emulator, key } = startEmulator({ limitPerWindow: 0, ...options });
		get(emulator, key, '/v1/forms');
		clock.nowMs += 300;

		const sent = get(emulator, key, '/v1/forms');

		expect(sent.status).toBe(429);
		expect(sent.headers['retry-after']).toBe(expected);
	});
});
