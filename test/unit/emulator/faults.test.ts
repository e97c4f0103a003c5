import type { Fault } from '../../../emulator';
import { ask, get, post, startEmulator } from './client';

describe('scripted faults', () => {
	it.each<[Fault, Record<string, unknown>]>([
		['reset', { kind: 'reset' }],
		['hang', { kind: 'hang' }],
		['cut', { kind: 'cut', status: 200, body: expect.stringContaining('"ok":true') }],
		['html', { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }],
		[{ status: 503 }, { status: 503, body: expect.stringContaining('"ok":false') }],
		[
			{ status: 429, body: 'slow', headers: { 'Retry-After': '1' } },
			{ status: 429, body: 'slow', headers: { 'retry-after': '1' } },
		],
		[
			{ redirect: 'https://example.com/' },
			{ status: 302, headers: { location: 'https://example.com/' } },
		],
		[{ body: '{"ok":true}' }, { status: 200, body: '{"ok":true}' }],
	])('respond with %j as scripted, once', (fault, expected) => {
		const { emulator, key } = startEmulator();
		emulator.failNext(fault);

		const first = ask(emulator, key, '/v1/forms');
		const second = ask(emulator, key, '/v1/forms');

		expect(first).toMatchObject(expected);
		expect(second).toMatchObject({
			kind: 'response',
			status: 200,
			body: expect.stringContaining('Contact'),
		});
	});

	it('affect as many requests as scripted, and only matching ones', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 }, { times: 2, when: ({ url }) => url === '/v1/submissions' });

		const statusOf = (url: string) => get(emulator, key, url).status;

		expect(
			['/v1/forms', '/v1/submissions', '/v1/submissions', '/v1/submissions'].map(statusOf),
		).toEqual([200, 500, 500, 200]);
	});

	it('occur in the order in which they were scripted', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 });
		emulator.failNext({ status: 502 });

		expect([1, 2].map(() => get(emulator, key, '/v1/forms').status)).toEqual([500, 502]);
	});

	it('are reported if no request met them', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 }, { times: 2 });
		get(emulator, key, '/v1/forms');

		expect(emulator.unusedFaults()).toEqual(['1 × {"status":500}']);
		expect(() => emulator.assertNoUnusedFaults()).toThrow('1 × {"status":500}');
		get(emulator, key, '/v1/forms');
		expect(() => emulator.assertNoUnusedFaults()).not.toThrow();
	});

	it.each<[Fault, number]>([
		['failAfterAccepting', 1],
		['reset', 0],
	])('(%s) on a write leave %d destinations behind', (fault, count) => {
		const { emulator, key, form } = startEmulator();
		emulator.failNext(fault);

		const create = () =>
			post(emulator, key, `/v1/forms/${form.id}/destinations`, {
				provider: 'webhook',
				fields: { url: 'https://example.com/hook' },
			});

		expect(create).toThrow('got reset');
		expect(emulator.destinations()).toHaveLength(count);
	});

	it('have the rate headers, like every response', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 });

		expect(get(emulator, key, '/v1/forms').headers).toHaveProperty('x-ratelimit-remaining', '120');
	});
});

describe('the response hook', () => {
	it('sees each response last and may replace it', () => {
		const { emulator, key } = startEmulator();
		emulator.onAnswer((_request, answer) =>
			answer.kind === 'response' ? { ...answer, status: 418 } : answer,
		);

		const replaced = get(emulator, key, '/v1/forms').status;
		emulator.onAnswer(undefined);

		expect(replaced).toBe(418);
		expect(emulator.requests.map(({ status }) => status)).toEqual([418]);
		expect(get(emulator, key, '/v1/forms').status).toBe(200);
	});
});

describe('the request log', () => {
	it('keeps requests and responses', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext('hang', { when: ({ url }) => url === '/v1/forms' });

		get(emulator, key, '/v1/submissions?status=new%2Cspam&limit=5');
		ask(emulator, key, '/v1/forms');

		expect(emulator.requests).toMatchObject([
			{
				method: 'GET',
				path: '/v1/submissions',
				query: { status: 'new,spam', limit: '5' },
				headers: { authorization: `Bearer ${key}` },
				status: 200,
			},
			{ path: '/v1/forms', query: {}, status: 'hang' },
		]);
	});

	it('can be cleared and turned off', () => {
		const { emulator, key } = startEmulator();
		get(emulator, key, '/v1/forms');

		emulator.clearRequests();
		emulator.keepRequests(false);
		get(emulator, key, '/v1/forms');

		expect(emulator.requests).toEqual([]);
	});
});
