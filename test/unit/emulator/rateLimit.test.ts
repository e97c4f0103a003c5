import type { EmulatorOptions } from '../../emulator';
import { get, post, startEmulator } from './client';

const REMAINING = 'x-ratelimit-remaining';

describe('the rate limit', () => {
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
	it.each<[EmulatorOptions, string | undefined]>([
		[{}, '60'],
		[{ resetRounding: 'down' }, '59'],
		[{ retryAfter: 'date' }, 'Sun, 01 Mar 2026 12:01:00 GMT'],
		[{ retryAfter: 'date', clockSkewMs: 60_000 }, 'Sun, 01 Mar 2026 12:02:00 GMT'],
		[{ retryAfter: 'absent' }, undefined],
	])('with %j have a Retry-After of %s in a refusal', (options, expected) => {
		const { clock, emulator, key } = startEmulator({ limitPerWindow: 0, ...options });
		get(emulator, key, '/v1/forms');
		clock.nowMs += 300;

		const sent = get(emulator, key, '/v1/forms');

		expect(sent.status).toBe(429);
		expect(sent.headers['retry-after']).toBe(expected);
	});
});
