import type { IDataObject } from 'n8n-workflow';

import {
	deriveSecret,
	forgetTestRegistrations,
	highestRevision,
	lastRegistration,
	originOf,
	rememberRegistration,
	type Registration,
} from '../../../nodes/FormSubmissions/webhook/registrations';
import { hookContext, type NodeSetup } from '../../support/n8n';

const SCOPE = { baseUrl: 'https://api.forms.test', revision: 1 };

let nodes = 0;
let nodeId: string;

// What a process remembers is kept for each node.
beforeEach(() => (nodeId = `node${++nodes}`));

const context = (changes: Partial<NodeSetup> = {}, mode: 'trigger' | 'manual' = 'trigger') =>
	hookContext({ kind: 'formSubmissionsTrigger', parameters: {}, nodeId, ...changes }, mode);

const registration = (changes: Partial<Registration> = {}): Registration => ({
	formId: 'frm_1',
	url: 'https://n8n.example.org/webhook/1',
	baseUrl: 'https://api.forms.test',
	revision: 1,
	secret: 'a'.repeat(64),
	...changes,
});

describe('the secret of a trigger', () => {
	it('that has none registered is the one that openssl computes', () => {
		const trigger = context({ workflowId: 'workflow1', nodeId: 'node1' });

		// printf '<label>\nhttps://api.forms.test\nworkflow1\nnode1\n1\nhttps://n8n.example.org' | openssl dgst -sha256 -hmac 'key_1'
		expect(deriveSecret(trigger, SCOPE, 'key_1')).toBe(
			'd96bfbccf98cfd146cfc4807e91e47ca2af19e007696cc39a0b3cfdebc8c451e',
		);
	});
});

describe('the origin of an address', () => {
	it.each([
		['https://n8n.example.org:5678/webhook/1?a=b', 'https://n8n.example.org:5678'],
		['no address', ''],
		[undefined, ''],
	])('%p is %p', (url, origin) => {
		expect(originOf(url)).toBe(origin);
	});
});

describe('the highest revision', () => {
	it('is the one that was ever registered with the service, or 0', () => {
		expect(highestRevision(context(), SCOPE.baseUrl)).toBe(0);
		const other = registration({ baseUrl: 'https://api.others.test', revision: 9 });
		for (const one of [registration({ revision: 3 }), registration({ revision: 2 }), other]) {
			rememberRegistration(context(), one);
		}

		expect(highestRevision(context(), SCOPE.baseUrl)).toBe(3);
	});
});

describe('the registrations of test listening', () => {
	const listening = () => context({}, 'manual');

	it('are kept apart from those of production', () => {
		rememberRegistration(listening(), registration({ secret: 'test' }));
		expect(lastRegistration(context(), SCOPE)).toBeUndefined();
		rememberRegistration(context(), registration({ secret: 'production' }));

		expect(lastRegistration(listening(), SCOPE)?.secret).toBe('test');
		expect(lastRegistration(context(), SCOPE)?.secret).toBe('production');
	});

	it('are forgotten for one form, and stay for others, and in production', () => {
		for (const formId of ['frm_1', 'frm_2']) {
			rememberRegistration(listening(), registration({ formId }));
			rememberRegistration(context(), registration({ formId }));
		}

		forgetTestRegistrations(listening(), 'frm_2');

		expect(lastRegistration(listening(), SCOPE)?.formId).toBe('frm_1');
		expect(lastRegistration(context(), SCOPE)?.formId).toBe('frm_2');
	});
});

describe('the registrations of a trigger', () => {
	it('include one at another address, unless the address counts', () => {
		rememberRegistration(context(), registration());
		const at = (origin: string) => lastRegistration(context(), { ...SCOPE, origin });

		expect(lastRegistration(context(), SCOPE)).toEqual(registration());
		expect(at('https://n8n.example.org')).toEqual(registration());
		expect(at('https://copy.example.org')).toBeUndefined();
	});

	it('are read as stored, even after conversion to JSON', () => {
		const staticData: IDataObject = {};
		const one = registration();
		rememberRegistration(context({ staticData }), one);
		const reloaded = JSON.parse(JSON.stringify(staticData)) as IDataObject;

		const workflowId = 'workflow2';
		const found = lastRegistration(context({ staticData: reloaded, workflowId }), one);

		expect(found).toEqual(one);
	});

	it('have a single entry for what is registered again, with the new secret', () => {
		const [first, other] = [registration(), registration({ formId: 'frm_2' })];
		const again = Array.from({ length: 50 }, () => registration({ secret: 'new' }));
		for (const one of [first, other, ...again]) rememberRegistration(context(), one);

		expect(lastRegistration(context(), SCOPE)).toMatchObject({ formId: 'frm_1', secret: 'new' });
		expect(lastRegistration(context(), { formId: 'frm_2' })).toEqual(other);
	});

	it.each<Partial<Registration>>([
		{ formId: 'frm_2' },
		{ url: 'https://n8n.example.org/webhook/2' },
		{ baseUrl: 'https://api.forms.test/v' },
		{ revision: 2 },
	])('are kept beside one that differs in %p', (change) => {
		const { formId, url, baseUrl, revision } = registration();
		rememberRegistration(context(), registration());
		rememberRegistration(context(), registration({ ...change, secret: 'other' }));

		const first = lastRegistration(context(), { formId, url, baseUrl, revision });

		expect(first).toEqual(registration());
	});

	it('are limited: of a thousand forms, the last fifty stay', () => {
		for (let index = 0; index < 1_000; index++) {
			rememberRegistration(context(), registration({ formId: `frm_${index}` }));
		}

		const isKept = (index: number) =>
			lastRegistration(context(), { formId: `frm_${index}` }) !== undefined;
		expect([949, 950, 999].map(isKept)).toEqual([false, true, true]);
	});

	/** What the trigger knows of a destination if n8n has stored this. */
	const foundIn = (value: unknown) => {
		const staticData = { global: { [nodeId]: { nodeId, counter: 1, value } } } as IDataObject;
		return lastRegistration(context({ staticData }), {});
	};

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'registrations'],
		['a list', [registration()]],
		['an object without the list', {}],
		['a list that is an object', { registrations: { 0: registration() } }],
	])('are none if there is %s', (_what, state) => {
		expect(foundIn(state)).toBeUndefined();
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
		expect(foundIn({ registrations: [registration(), damaged] })).toEqual(registration());
	});
});
