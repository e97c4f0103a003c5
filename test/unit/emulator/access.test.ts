import { expectResponse, get, startEmulator } from './client';

describe('access', () => {
	it.each([
		['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
		['X-API-Key', (key: string) => ({ 'x-api-key': key })],
	])('is granted to a key sent as %s', (_name, headersFor) => {
		const { emulator, key } = startEmulator();

		const answer = emulator.handle({
			method: 'GET',
			url: '/v1/forms',
			headers: headersFor(key),
			body: '',
		});

		expect(expectResponse(answer).status).toBe(200);
	});

	it.each<[string, Record<string, string>]>([
		['no key', {}],
		['an unknown key', { 'x-api-key': 'key_unknown' }],
		['another scheme', { authorization: 'Basic a2V5' }],
	])('responds with 401 to %s', (_name, headers) => {
		const { emulator } = startEmulator();

		const sent = expectResponse(
			emulator.handle({ method: 'GET', url: '/v1/forms', headers, body: '' }),
		);

		expect(sent.status).toBe(401);
		expect(sent.json).toEqual({
			ok: false,
			error: { code: 'unauthorized', message: expect.any(String) },
		});
	});

	it('is refused as soon as a key is revoked', () => {
		const { emulator, key } = startEmulator();

		emulator.revokeKey(key);

		expect(get(emulator, key, '/v1/forms').status).toBe(401);
	});

	it("is limited to the key's own workspace", () => {
		const { emulator, key, form } = startEmulator();
		const foreign = emulator.addForm({ workspace: 'other' });
		const foreignSubmission = emulator.addSubmission({ formId: foreign.id });
		const own = emulator.addSubmission({ formId: form.id });

		const forms = get(emulator, key, '/v1/forms').json;
		const list = get(emulator, key, '/v1/submissions').json;

		expect(forms).toEqual({ ok: true, data: [form] });
		expect(list).toMatchObject({ data: [{ id: own.id }] });
		expect(get(emulator, key, `/v1/submissions/${foreignSubmission.id}`).status).toBe(404);
		expect(get(emulator, key, `/v1/submissions?form_id=${foreign.id}`).status).toBe(404);
	});
});
