import type { IHttpRequestOptions } from 'n8n-workflow';

import { connect, type Occasion } from '../../../../nodes/FormSubmissions/api/connection';
import { listForms } from '../../../../nodes/FormSubmissions/api/forms';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../../../emulator';
import { startFakeClock, stopFakeClock } from '../../../support/fakeClock';
import { edgeContext, type ActionSetup } from '../../../support/world';

/** The service of the current test. */
export let emulator: Emulator;
export let formId: string;

/** A key that may read and write. */
let apiKey: string;

/** What the node had n8n send. */
export let sent: IHttpRequestOptions[];

/** Gives each test of a file its own service and clock. */
export function useRequestWorld(): void {
	beforeEach(() => {
		startFakeClock();
		emulator = createEmulator();
		apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		formId = emulator.addForm({ name: 'Contact' }).id;
		sent = [];
	});
	afterEach(() => {
		stopFakeClock();
		jest.restoreAllMocks();
		emulator.assertNoUnusedFaults();
	});
}

export function context(setup: Partial<ActionSetup> = {}) {
	return edgeContext(emulator, {
		apiKey,
		parameters: {},
		...setup,
		edge: { onRequest: (options) => sent.push(options), ...setup.edge },
	});
}

export const forms = async (occasion?: Occasion, setup?: Partial<ActionSetup>) =>
	await listForms(await connect(context(setup), occasion));

export const statuses = () => emulator.requests.map(({ status }) => status);

/** Uses up the key's rate limit, but for some requests, without the node knowing. */
export function useUpLimit(left = 0): void {
	const headers = { authorization: `Bearer ${apiKey}` };
	const ask = () => emulator.handle({ method: 'GET', url: '/v1/forms', headers, body: '' });
	for (let i = 0; i < 120 - left; i++) ask();
	emulator.clearRequests();
}
