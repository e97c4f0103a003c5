import { get, getPage, idsOf, NOW_MS, startEmulator } from './client';

describe('what the specification leaves open can be chosen:', () => {
	it('the values of include_test that include tests', () => {
		const { emulator, key, form } = startEmulator({ testFlags: ['yes'], badValues: 'ignore' });
		emulator.addSubmission({ formId: form.id, data: { _test: true } });
		const count = (query: string) => getPage(emulator, key, query).data.length;

		expect(count('?include_test=yes')).toBe(1);
		expect(count('?include_test=true')).toBe(0);
	});

	it.each([
		['limit=101', 100],
		['limit=0', 25],
		['status=deleted', 25],
		['status=deleted,spam', 1],
	])('that ?%s is answered as if nothing were wrong', (query, count) => {
		const { emulator, key, form } = startEmulator({ badValues: 'ignore' });
		emulator.addSubmissions(form.id, 110);
		emulator.addSubmission({ formId: form.id, status: 'spam' });

		expect(getPage(emulator, key, `?${query}`).data).toHaveLength(count);
	});

	it('an empty list for an unknown form', () => {
		const { emulator, key } = startEmulator({ unknownForm: 'emptyList' });

		expect(idsOf(getPage(emulator, key, '?form_id=frm_unknown'))).toEqual([]);
	});

	it('how long a cursor is accepted', () => {
		const { clock, emulator, key, form } = startEmulator({ cursorLifeMs: 60_000 });
		emulator.addSubmissions(form.id, 2);
		const { nextCursor } = getPage(emulator, key, '?limit=1').pagination;
		const statusAfter = (ms: number) => {
			clock.nowMs = NOW_MS + ms;
			return get(emulator, key, `/v1/submissions?limit=1&cursor=${nextCursor}`).status;
		};

		expect([statusAfter(60_000), statusAfter(60_001)]).toEqual([200, 422]);
	});

	it('the time by which the list is newest first', () => {
		const { emulator, key, form } = startEmulator({ sortedBy: 'submittedAt' });
		const formId = form.id;
		const late = { submittedAt: NOW_MS - 2000, createdAt: NOW_MS };
		const first = emulator.addSubmission({ formId, ...late });
		const second = emulator.addSubmission({ formId, createdAt: NOW_MS - 1000 });

		expect(idsOf(getPage(emulator, key))).toEqual([second.id, first.id]);
	});

	it('the status for an unknown key', () => {
		const { emulator } = startEmulator({ keyRefusalStatus: 403 });

		expect(get(emulator, 'unknown', '/v1/forms').status).toBe(403);
	});

	it.each([
		['nested', '{"ok":false,"error":{"code":"unauthorized","message":"…"}}'],
		['text', '{"ok":false,"error":"…"}'],
		['flat', '{"message":"…","code":"unauthorized"}'],
		['empty', ''],
		['html', '<!doctype html><title>unauthorized</title>'],
	] as const)('the body of an error: %s', (errorFormat, body) => {
		const { emulator } = startEmulator({ errorFormat });

		const sent = get(emulator, 'unknown', '/v1/forms');

		expect(sent.body.replace('The API key is missing or unknown', '…')).toBe(body);
	});

	it('that responses have no Date', () => {
		const { emulator, key } = startEmulator({ dateHeader: 'absent' });

		expect(get(emulator, key, '/v1/forms').headers).not.toHaveProperty('date');
	});
});
