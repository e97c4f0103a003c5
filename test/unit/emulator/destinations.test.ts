import { post, startEmulator } from './client';

const PUBLIC_URL = 'https://hooks.example.com/in';

describe('creating a destination', () => {
	it('responds with 201 and an ID, and registers URL and secret', () => {
		const { emulator, key, form } = startEmulator();

		const sent = post(emulator, key, `/v1/forms/${form.id}/destinations`, {
			provider: 'webhook',
			fields: { url: PUBLIC_URL, secret: 's3cret' },
		});

		const [destination] = emulator.destinations(form.id);
		expect(destination).toEqual({
			id: expect.stringMatching(/^dst_/),
			formId: form.id,
			url: PUBLIC_URL,
			secret: 's3cret',
		});
		expect(sent).toMatchObject({
			status: 201,
			json: { ok: true, data: { id: destination?.id } },
		});
	});

	it.each<[number, string, unknown]>([
		[400, 'a body that is not JSON', '{'],
		[422, 'a body that is not an object', []],
		[422, 'another provider', { provider: 'slack', fields: { url: PUBLIC_URL } }],
		[422, 'no fields', { provider: 'webhook' }],
		[422, 'an unknown field', { provider: 'webhook', fields: { url: PUBLIC_URL, method: 'PUT' } }],
		[422, 'an empty secret', { provider: 'webhook', fields: { url: PUBLIC_URL, secret: '' } }],
		[422, 'a relative url', { provider: 'webhook', fields: { url: '/in' } }],
		[422, 'an ftp url', { provider: 'webhook', fields: { url: 'ftp://example.com/in' } }],
	])('responds with %d to %s and registers nothing', (status, _name, body) => {
		const { emulator, key, form } = startEmulator();

		const sent = post(emulator, key, `/v1/forms/${form.id}/destinations`, body);

		expect(sent.status).toBe(status);
		expect(emulator.destinations()).toEqual([]);
	});

	it('responds with 415 to a body that is not sent as JSON', () => {
		const { emulator, key, form } = startEmulator();

		const answer = emulator.handle({
			method: 'POST',
			url: `/v1/forms/${form.id}/destinations`,
			headers: { 'x-api-key': key, 'content-type': 'text/plain' },
			body: JSON.stringify({ provider: 'webhook', fields: { url: PUBLIC_URL } }),
		});

		expect(answer).toMatchObject({ status: 415 });
	});

	it('responds with 404 for an unknown form', () => {
		const { emulator, key } = startEmulator();

		const sent = post(emulator, key, '/v1/forms/frm_unknown/destinations', {
			provider: 'webhook',
			fields: { url: PUBLIC_URL },
		});

		expect(sent.status).toBe(404);
	});
});

describe('the host of a destination', () => {
	const statusFor = (url: string, allowPrivateDestinations = false) => {
		const { emulator, key, form } = startEmulator({ allowPrivateDestinations });
		return post(emulator, key, `/v1/forms/${form.id}/destinations`, {
			provider: 'webhook',
			fields: { url },
		}).status;
	};

	it.each([
		...['localhost', 'intranet', 'printer.local', '127.0.0.1', '0x7f.1', '10.1.2.3', '172.31.0.1'],
		...['192.168.0.10', '100.64.0.1', '169.254.169.254', '[::1]', '[fd12::1]', '[::ffff:10.0.0.1]'],
	])('cannot be the address %s unless private ones are allowed', (host) => {
		const url = `http://${host}:5678/webhook`;

		expect([statusFor(url), statusFor(url, true)]).toEqual([422, 201]);
	});

	it.each(['example.com', '93.184.216.34', '172.32.0.1', '[2606:2800:220:1::1]'])(
		'can be the address %s',
		(host) => {
			expect(statusFor(`https://${host}/webhook`)).toBe(201);
		},
	);
});
