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
