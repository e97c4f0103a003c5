import type { IDataObject } from 'n8n-workflow';

import {
	deriveSecret,
	isSameRegistration,
	readRegistrations,
	storedSecret,
	storeRegistration,
	type Registration,
} from '../../../nodes/FormSubmissions/webhook/registration';

const OWNER = { workflowId: 'workflow1', nodeId: 'node1', revision: 1 };

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
		// printf '<label>\nworkflow1\nnode1\n1' | openssl dgst -sha256 -hmac 'key_1'
		expect(deriveSecret('key_1', OWNER)).toBe(
			'31e0ade2c24f571ed03af7cc44ba4dfc289a47687ecc23dac7abbb7f9269351c',
		);
	});

	it('has 64 hexadecimal digits and is the same each time', () => {
		const secret = deriveSecret('key', OWNER);

		expect(secret).toMatch(/^[0-9a-f]{64}$/);
		expect(deriveSecret('key', { ...OWNER })).toBe(secret);
	});

	it.each([
		['API key', 'other', OWNER],
		['workflow', 'key', { ...OWNER, workflowId: 'workflow2' }],
		['node', 'key', { ...OWNER, nodeId: 'node2' }],
		['revision', 'key', { ...OWNER, revision: 2 }],
	])('is another one for another %s', (_what, apiKey, owner) => {
		expect(deriveSecret(apiKey, owner)).not.toBe(deriveSecret('key', OWNER));
	});

	it('does not mix up where one part ends and the next begins', () => {
		expect(deriveSecret('key', { workflowId: 'a', nodeId: 'bc', revision: 1 })).not.toBe(
			deriveSecret('key', { workflowId: 'ab', nodeId: 'c', revision: 1 }),
		);
	});
});

describe('what is stored of registrations', () => {
	it('is read again as it was stored, also after JSON', () => {
		const data: IDataObject = {};
		const one = registration({ destinationId: 'dst_1' });

		storeRegistration(data, 'node1', one);

		const again = JSON.parse(JSON.stringify(data)) as IDataObject;
		expect(readRegistrations(again, 'node1')).toEqual([one]);
	});

	it('belongs to one node; the others of the workflow stay as they are', () => {
		const data: IDataObject = { elsewhere: { counter: 3 } };

		storeRegistration(data, 'node1', registration());
		storeRegistration(data, 'node2', registration({ formId: 'frm_2' }));

		expect(readRegistrations(data, 'node1')).toEqual([registration()]);
		expect(readRegistrations(data, 'node2')).toEqual([registration({ formId: 'frm_2' })]);
		expect(data.elsewhere).toEqual({ counter: 3 });
	});

	it('holds one entry for what is registered again, and it is then the last', () => {
		const data: IDataObject = {};
		storeRegistration(data, 'node1', registration());
		storeRegistration(data, 'node1', registration({ formId: 'frm_2' }));

		storeRegistration(data, 'node1', registration({ secret: 'new' }));

		expect(readRegistrations(data, 'node1')).toEqual([
			registration({ formId: 'frm_2' }),
			registration({ secret: 'new' }),
		]);
	});

	it('is bounded: of a thousand forms the last fifty stay', () => {
		const data: IDataObject = {};
		for (let index = 0; index < 1_000; index++) {
			storeRegistration(data, 'node1', registration({ formId: `frm_${index}` }));
		}

		const kept = readRegistrations(data, 'node1').map(({ formId }) => formId);
		expect(kept).toEqual(Array.from({ length: 50 }, (_, index) => `frm_${950 + index}`));
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'registrations'],
		['a list', [registration()]],
		['an object without the list', {}],
		['a list that is an object', { registrations: { 0: registration() } }],
	])('is empty where there is %s', (_what, stored) => {
		expect(readRegistrations({ node1: stored } as IDataObject, 'node1')).toEqual([]);
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
	])('is read without an entry that is damaged: %s', (_what, damaged) => {
		const data = { node1: { registrations: [damaged, registration()] } } as IDataObject;

		expect(readRegistrations(data, 'node1')).toEqual([registration()]);
	});

	it('is replaced where it was damaged beyond reading', () => {
		const data: IDataObject = { node1: 'damaged' };

		storeRegistration(data, 'node1', registration());

		expect(readRegistrations(data, 'node1')).toEqual([registration()]);
	});
});

describe('two registrations', () => {
	it('are the same whatever their secrets and ids are', () => {
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
	it('is the last one stored for the revision', () => {
		const known = [
			registration({ secret: 'first' }),
			registration({ secret: 'second', revision: 2 }),
			registration({ secret: 'third', formId: 'frm_2' }),
		];

		expect(storedSecret(known, 1)).toBe('third');
		expect(storedSecret(known, 2)).toBe('second');
		expect(storedSecret(known, 3)).toBeUndefined();
	});
});
