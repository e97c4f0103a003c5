import { randomUUID } from 'node:crypto';

import {
	byId,
	CREDENTIAL_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	TRIGGER_TYPE,
} from '../../sandbox/client/workflowFile';
import type { TemporaryN8n } from '../../sandbox/host/temporaryN8n';
import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../../emulator';
import { showFigure, type Result } from '../result';
import { withN8n } from '../temporaryN8n';

const WARM_UP = 50;
const DELIVERIES = 1_200;
const AT_ONCE = 8;

/** Measures how many deliveries a second run a workflow in a real n8n. */
export async function measureDeliveries(): Promise<Result[]> {
	return await withN8n(measureOn);
}

async function measureOn(n8n: TemporaryN8n): Promise<Result[]> {
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
		return [showFigure('Deliveries a second', rate.toFixed(0), `${AT_ONCE} at once`)];
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
