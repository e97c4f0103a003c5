import { expectResponse, get, startEmulator } from './client';

describe('paths', () => {
	it.each([
		'/',
		'/v1',
		'/v2/forms',
		'/v1/forms/',
		'//v1/forms',
		'/v1/forms/frm_1',
		'/v1/submissions/',
		'/v1/submissions/sub_1/files',
		'/v1/submissions/%zz',
	])('respond with 404 to %s', (url) => {
		const { emulator, key } = startEmulator();

		expect(get(emulator, key, url).status).toBe(404);
	});

	it('respond with 405 and the allowed method if only the method is wrong', () => {
		const { emulator } = startEmulator();

		const sent = expectResponse(
			emulator.handle({ method: 'DELETE', url: '/v1/forms', headers: {}, body: '' }),
		);

		expect(sent).toMatchObject({ status: 405, headers: { allow: 'GET' } });
	});

	it('have their ID decoded exactly once', () => {
		const { emulator, key, form } = startEmulator();
		emulator.addSubmission({ formId: form.id, id: 'sub_a/b?c' });
		emulator.addSubmission({ formId: form.id, id: 'sub_%2F' });

		const slash = get(emulator, key, '/v1/submissions/sub_a%2Fb%3Fc');
		const percent = get(emulator, key, '/v1/submissions/sub_%252F');

		expect(slash.json).toMatchObject({ id: 'sub_a/b?c' });
		expect(percent.json).toMatchObject({ id: 'sub_%2F' });
		expect(get(emulator, key, '/v1/submissions/sub_a/b').status).toBe(404);
	});
});
