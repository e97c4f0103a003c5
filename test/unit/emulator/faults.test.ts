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

	it('are reported if no request met them', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 }, { times: 2 });
		get(emulator, key, '/v1/forms');

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
});
