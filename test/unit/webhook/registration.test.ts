import {
	deriveSecret,
	isSameRegistration,
	readRegistrations,
	secretInUse,
	withRegistration,
	type Registration,
} from '../../../nodes/FormSubmissions/webhook/registration';

const OWNER = {
	baseUrl: 'https://api.forms.test',
	workflowId: 'workflow1',
	nodeId: 'node1',
	revision: 1,
};

const registration = (changes: Partial<Registration> = {}): Registration => ({
	formId: 'frm_1',
	url: 'https://n8n.example.org/webhook/1',
	baseUrl: 'https://api.forms.test',
	revision: 1,
	secret: 'a'.repeat(64),
	...changes,
});

describe('the secret of a registration', () => {
	it('is the one that openssl computes', () => {
		// printf '<label>\nhttps://api.forms.test\nworkflow1\nnode1\n1' | openssl dgst -sha256 -hmac 'key_1'
		expect(deriveSecret('key_1', OWNER)).toBe(
			'5bebc9c3aedc0d64ebd60a7ad519b0379b3c95e05f13dff5009c8232ec4b0e62',
		);
	});

	it('has 64 hexadecimal digits and is the same each time', () => {
		const secret = deriveSecret('key', OWNER);

		expect(secret).toMatch(/^[0-9a-f]{64}$/);
		expect(deriveSecret('key', { ...OWNER })).toBe(secret);
	});

	it.each([
		['API key', 'other', OWNER],
		['service', 'key', { ...OWNER, baseUrl: 'https://api.others.test' }],
		['workflow', 'key', { ...OWNER, workflowId: 'workflow2' }],
		['node', 'key', { ...OWNER, nodeId: 'node2' }],
		['revision', 'key', { ...OWNER, revision: 2 }],
	])('differs for another %s', (_what, apiKey, owner) => {
		expect(deriveSecret(apiKey, owner)).not.toBe(deriveSecret('key', OWNER));
	});

	it('depends on where one part ends and the next begins', () => {
		expect(deriveSecret('key', { ...OWNER, workflowId: 'a', nodeId: 'bc' })).not.toBe(
			deriveSecret('key', { ...OWNER, workflowId: 'ab', nodeId: 'c' }),
		);
	});
});

describe('the stored registrations', () => {
	it('are read as stored, even after conversion to JSON', () => {
		const one = registration({ destinationId: 'dst_1' });

		const state: unknown = JSON.parse(JSON.stringify(withRegistration([], one)));

		expect(readRegistrations(state)).toEqual([one]);
	});

	it('have a single entry for what is registered again, which becomes the last', () => {
		const known = [registration(), registration({ formId: 'frm_2' })];

		const state = withRegistration(known, registration({ secret: 'new' }));

		expect(readRegistrations(state)).toEqual([
			registration({ formId: 'frm_2' }),
			registration({ secret: 'new' }),
		]);
	});

	it('are limited: of a thousand forms, the last fifty stay', () => {
		let state: unknown;
		for (let index = 0; index < 1_000; index++) {
			const next = registration({ formId: `frm_${index}` });
			state = withRegistration(readRegistrations(state), next);
		}

		const kept = readRegistrations(state).map(({ formId }) => formId);
		expect(kept).toEqual(Array.from({ length: 50 }, (_, index) => `frm_${950 + index}`));
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'registrations'],
		['a list', [registration()]],
		['an object without the list', {}],
		['a list that is an object', { registrations: { 0: registration() } }],
	])('are empty if there is %s', (_what, stored) => {
		expect(readRegistrations(stored)).toEqual([]);
	});

	it.each<[string, unknown]>([
		['null', null],
		['a number', 1],
		['no form', { ...registration(), formId: undefined }],
		['no URL', { ...registration(), url: 5 }],
		['no base URL', { ...registration(), baseUrl: null }],
		['a revision that is text', { ...registration(), revision: '1' }],
		['no secret', { ...registration(), secret: undefined }],
		['an empty secret', { ...registration(), secret: '' }],
	])('are read without damaged entries: %s', (_what, damaged) => {
		const state = { registrations: [damaged, registration()] };

		expect(readRegistrations(state)).toEqual([registration()]);
	});
});

describe('two registrations', () => {
	it('are the same, whatever their secrets and IDs', () => {
		const other = registration({ secret: 'other', destinationId: 'dst_9' });

		expect(isSameRegistration(registration(), other)).toBe(true);
	});

	it.each<Partial<Registration>>([
		{ formId: 'frm_2' },
		{ url: 'https://n8n.example.org/webhook/2' },
		{ baseUrl: 'https://api.forms.test/v' },
		{ revision: 2 },
	])('differ in %p', (change) => {
		expect(isSameRegistration(registration(), registration(change))).toBe(false);
	});
});

describe('the secret in use', () => {
	const known = [
		registration({ secret: 'first' }),
		registration({ secret: 'second', revision: 2 }),
		registration({ secret: 'third', formId: 'frm_2' }),
		registration({ secret: 'former service', baseUrl: 'https://api.others.test' }),
	];

	it('is the last one stored for the service and the revision, whatever the current key', () => {
		expect(secretInUse(known, 'new key', OWNER)).toBe('third');
		expect(secretInUse(known, '', { ...OWNER, revision: 2 })).toBe('second');
	});

	it('is derived if none is stored for the service and the revision', () => {
		for (const other of [
			{ ...OWNER, revision: 3 },
			{ ...OWNER, baseUrl: 'https://api.new.test' },
			{ ...OWNER, baseUrl: 'https://api.others.test', revision: 2 },
		]) {
			expect(secretInUse(known, 'key', other)).toBe(deriveSecret('key', other));
		}
	});

	it.each(['', '  ', undefined, null, 5])(
		'does not exist without a key (%p) if none is stored',
		(key) => {
			expect(secretInUse([], key, OWNER)).toBeUndefined();
		},
	);
});
