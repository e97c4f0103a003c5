import { get, getPage, idsOf, NOW_MS, startEmulator } from './client';

describe('the list of submissions', () => {
	it('is newest first, with later additions first among equal times', () => {
		const { emulator, key, form } = startEmulator();
		const formId = form.id;
		const old = emulator.addSubmission({ formId, createdAt: NOW_MS - 5 });
		const first = emulator.addSubmission({ formId, createdAt: NOW_MS });
		const second = emulator.addSubmission({ formId, createdAt: NOW_MS });
		const older = emulator.addSubmission({ formId, createdAt: NOW_MS - 9 });

		expect(idsOf(getPage(emulator, key))).toEqual([second.id, first.id, old.id, older.id]);
	});

	it('excludes quarantined, spam, and test submissions unless requested', () => {
		const { emulator, key, form } = startEmulator();
		const formId = form.id;
		const seen = emulator.addSubmission({ formId, createdAt: NOW_MS - 1 });
		const spam = emulator.addSubmission({ formId, createdAt: NOW_MS - 2, status: 'spam' });
		const held = emulator.addSubmission({ formId, createdAt: NOW_MS - 3, status: 'quarantined' });
		const test = emulator.addSubmission({
			formId,
			createdAt: NOW_MS - 4,
			data: { _test: true },
		});
		const list = (query: string) => idsOf(getPage(emulator, key, query));

		expect(list('')).toEqual([seen.id]);
		expect(list('?status=spam')).toEqual([spam.id]);
		expect(list('?status=quarantined,new')).toEqual([seen.id, held.id]);
		expect(list('?include_test=true')).toEqual([seen.id, test.id]);
		expect(list('?include_test=1')).toEqual([seen.id, test.id]);
		expect(list('?include_test')).toEqual([seen.id, test.id]);
	});

	it.each([
		'limit=0',
		'limit=101',
		'limit=2.5',
		'limit=',
		'limit=1&limit=2',
		'status=deleted',
		'status=',
		'status=new,',
		'include_test=false',
		'cursor=',
		'cursor=nonsense',
		'form=frm_1',
	])('responds with 422 to ?%s', (query) => {
		const { emulator, key } = startEmulator();

		expect(get(emulator, key, `/v1/submissions?${query}`).status).toBe(422);
	});
});
