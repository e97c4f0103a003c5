import { readResponse } from '../../../../nodes/FormSubmissions/api/transport/response';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const read = (statusCode: unknown, body?: unknown, headers = {}, isDocumented = true) =>
	readResponse({ statusCode, body }, headers, { isDocumented });

describe('a response', () => {
	it.each([
		[200, '{"ok":true}', { ok: true }],
		[200, '{"ok":"false"}', { ok: 'false' }],
		[201, '[]', []],
		[299, 'null', null],
		[200, { ok: true }, { ok: true }],
	])('with %i and the body %j is usable', (status, body, value) => {
		expect(read(status, body)).toEqual({ ok: true, value });
	});

	it('that says ok: false is not a success', () => {
		expect(read(200, '{"ok":false,"message":"No."}')).toEqual({
			ok: false,
			problem: { situation: 'notOk', status: 200, serviceMessage: 'No.' },
		});
	});

	it.each([
		['half of some JSON', '{"ok":tr', JSON_TYPE, { situation: 'bodyCutShort' }],
		['nothing', '', JSON_TYPE, { situation: 'bodyCutShort' }],
		['only spaces', ' \n', JSON_TYPE, { situation: 'bodyCutShort' }],
		['a page called JSON', ' <html>', JSON_TYPE, { situation: 'notThisApi', status: 200 }],
		['a page', '<html>', {}, { situation: 'notThisApi', status: 200 }],
		['text', 'Hello', {}, { situation: 'notThisApi', status: 200 }],
		['nothing at all', undefined, {}, { situation: 'notThisApi', status: 200 }],
	])('with 200 and %s isn’t usable', (_name, body, headers, problem) => {
		expect(read(200, body, headers)).toEqual({ ok: false, problem });
	});

	it('that isn’t documented must not be a web page', () => {
		const problem = { situation: 'notThisApi', status: 200 };

		expect(read(200, '<html>', {}, false)).toEqual({ ok: false, problem });
	});

	it.each(['', 'Created.', undefined])('that isn’t documented may be anything: %j', (body) => {
		expect(read(201, body, {}, false)).toEqual({ ok: true, value: undefined });
	});

	it.each([
		['https://a.test/x?token=1#y', 'https://a.test/x'],
		['https://a.test/x#y\n?z', 'https://a.test/x'],
		[undefined, undefined],
	])('that redirects to %j points to %s', (location, shown) => {
		expect(read(302, '', { location })).toMatchObject({
			problem: { situation: 'redirected', location: shown },
		});
	});

	it.each([undefined, null, 'text'])('that n8n returns as %p is a problem', (response) => {
		expect(readResponse(response, {}, { isDocumented: true })).toMatchObject({
			problem: { situation: 'unexpectedStatus' },
		});
	});
});
