import { createHmac, randomUUID } from 'node:crypto';

import type { N8nClient, WorkflowNode } from '../../sandbox/client/n8nClient';
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
import { compared, bounded, type Result } from '../result';
import { withN8n } from '../temporaryN8n';

const ROUNDS = 8;
const DELIVERIES_A_ROUND = 150;
const AT_ONCE = 8;

type Receiver = { name: string; send: () => Promise<number> };

/** Measures deliveries per second through a real n8n: this trigger against n8n's own Webhook node. */
export async function measureDeliveries(): Promise<Result[]> {
	return await withN8n(measureOn);
}

async function measureOn(n8n: TemporaryN8n): Promise<Result[]> {
	const client = n8n.client();
	const { url } = n8n.server();
	const emulator = createEmulator({ allowPrivateDestinations: true, rateLimited: false });
	try {
		const baseUrl = await emulator.listen();
		const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		const form = emulator.addForm();
		const receivers = [
			await ownTrigger(client, { baseUrl, apiKey, formId: form.id }, () => {
				const [destination] = emulator.destinations(form.id);
				if (!destination?.secret) throw new Error('No destination was registered');
				return { url: destination.url, secret: destination.secret };
			}),
			await webhookNode(client, url, true),
			await webhookNode(client, url, false),
		];
		for (const receiver of receivers) await round(receiver, 50);
		const rates = receivers.map((): number[] => []);
		for (let turn = 0; turn < ROUNDS; turn++) {
			for (const [index, receiver] of receivers.entries()) {
				rates[index]?.push(await round(receiver, DELIVERIES_A_ROUND));
			}
		}
		const [own = NaN, headerAuth = NaN, open = NaN] = rates.map(median);
		const detail = `${own.toFixed(0)}, ${headerAuth.toFixed(0)} and ${open.toFixed(0)} per second`;
		return [
			// As the time per delivery, so that less is better, as everywhere in the table.
			bounded(
				'Webhook node with Header Auth ÷ this trigger, deliveries per second',
				headerAuth / own,
				1 / 0.95,
				detail,
			),
			compared('Webhook node without credential ÷ this trigger', (open / own).toFixed(2)),
		];
	} finally {
		await emulator.stop();
	}
}

async function round({ name, send }: Receiver, deliveries: number): Promise<number> {
	const startedMs = performance.now();
	let left = deliveries;
	const sender = async () => {
		while (left-- > 0) {
			const status = await send();
			if (status !== 200) throw new Error(`${name} answered ${status}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sender));
	return deliveries / ((performance.now() - startedMs) / 1000);
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
	const all = { 'content-type': 'application/json', ...headers };
	const answer = await fetch(url, { method: 'POST', headers: all, body });
	await answer.arrayBuffer();
	return answer.status;
}

const payload = (formId: string) =>
	JSON.stringify({
		event: 'submission.created',
		form: { id: formId, name: 'Contact' },
		submission: {
			id: `sub_${randomUUID()}`,
			data: { name: 'Visitor', email: 'visitor@example.com', message: 'Hello '.repeat(20) },
			submittedAt: new Date().toISOString(),
			spamScore: 0,
		},
	});

async function ownTrigger(
	client: N8nClient,
	{ baseUrl, apiKey, formId }: { baseUrl: string; apiKey: string; formId: string },
	destination: () => { url: string; secret: string },
): Promise<Receiver> {
	const data = { baseUrl, apiKey };
	const credential = await client.credentials.create(CREDENTIAL_TYPE, 'Bench', data);
	await publish(
		client,
		makeNode(
			'Receive',
			TRIGGER_TYPE,
			{ formId: byId(formId) },
			{
				webhookId: randomUUID(),
				credentials: credentialsOf(credential),
			},
		),
	);
	const { url, secret } = destination();
	return {
		name: 'This trigger',
		send: async () => {
			const body = payload(formId);
			const timestamp = String(Date.now());
			const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
			return await post(
				url,
				{ 'x-formbox-timestamp': timestamp, 'x-formbox-signature': `sha256=${hex}` },
				body,
			);
		},
	};
}

async function webhookNode(
	client: N8nClient,
	url: string,
	hasHeaderAuth: boolean,
): Promise<Receiver> {
	const path = randomUUID();
	const data = { name: 'x-secret', value: 'bench' };
	const credential = await client.credentials.create('httpHeaderAuth', 'Header', data);
	const authentication = hasHeaderAuth ? { authentication: 'headerAuth' } : {};
	const parameters = { httpMethod: 'POST', path, options: {}, ...authentication };
	await publish(
		client,
		makeNode('Receive', 'n8n-nodes-base.webhook', parameters, {
			typeVersion: 2,
			webhookId: randomUUID(),
			credentials: hasHeaderAuth ? credentialsOf(credential) : undefined,
		}),
	);
	return {
		name: 'Webhook node',
		send: async () =>
			await post(`${url}/webhook/${path}`, { 'x-secret': 'bench' }, payload('frm_x')),
	};
}

async function publish(client: N8nClient, receiver: WorkflowNode): Promise<void> {
	const { id } = await client.workflows.create(inARow(receiver.type, [receiver]));
	await client.workflows.publish(id);
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
