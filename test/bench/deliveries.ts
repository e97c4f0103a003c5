import { randomUUID } from 'node:crypto';

import {
	byId,
	CREDENTIAL_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	TRIGGER_TYPE,
} from '../sandbox/client/workflowFile';
import { startTemporaryN8n, type TemporaryN8n } from '../sandbox/host/temporaryN8n';
import { ensureN8n } from '../sandbox/install/installN8n';
import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../emulator';
import type { Figure } from './figure';

const WARM_UP = 50;
const DELIVERIES = 1_200;
const AT_ONCE = 8;

/** How many deliveries a second run a workflow in a real n8n. */
export async function measureDeliveries(): Promise<Figure[]> {
	await ensureN8n();
	const n8n = await startTemporaryN8n();
	try {
		return [await measureOn(n8n)];
	} finally {
		await n8n.end();
	}
}

async function measureOn(n8n: TemporaryN8n): Promise<Figure> {
	const { credentials, workflows } = n8n.client();
	const emulator = createEmulator({ allowPrivateDestinations: true });
	try {
		const baseUrl = await emulator.listen();
		const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		const formId = emulator.addForm().id;
		const credential = await credentials.create(CREDENTIAL_TYPE, 'Bench', { baseUrl, apiKey });
		const trigger = makeNode(
			'Receive',
			TRIGGER_TYPE,
			{ formId: byId(formId) },
			{ webhookId: randomUUID(), credentials: credentialsOf(credential) },
		);
		const { id } = await workflows.create(inARow('Deliveries', [trigger]));
		await workflows.publish(id);
		const submit = async () => {
			const { results } = await emulator.submit(formId);
			if (results[0]?.status !== 200) throw new Error(`n8n responded with ${results[0]?.status}`);
		};
		await rateOf(submit, WARM_UP);
		const rate = await rateOf(submit, DELIVERIES);
		return { what: `Deliveries a second, ${AT_ONCE} at once`, seen: rate };
	} finally {
		await emulator.stop();
	}
}

/** How often a second something is done, several times at once. */
async function rateOf(work: () => Promise<void>, times: number): Promise<number> {
	const startedMs = performance.now();
	let left = times;
	const worker = async () => {
		while (left-- > 0) await work();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return times / ((performance.now() - startedMs) / 1000);
}
