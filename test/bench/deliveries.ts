/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../emulator';
import {
	byId,
	CREDENTIAL_TYPE,
	inARow,
	makeNode,
	triggerNode,
} from '../sandbox/client/workflowFile';
import { createTemporaryFolder } from '../sandbox/host/temporaryFolder';
import { startTemporaryN8n } from '../sandbox/host/temporaryN8n';
import type { Figure } from './figure';

const ROUNDS = 5;

const PER_ROUND = 100;

/** What a delivery starts ends after its response (milliseconds). */
const SETTLED_AFTER_MS = 2_000;

/** A trigger that does nothing but respond, with or without a run. */
const EMPTY_NODE = `
	exports.EmptyTrigger = class EmptyTrigger {
		description = {
			displayName: 'Empty Trigger', name: 'emptyTrigger', group: ['trigger'], version: 1, description: '', defaults: { name: 'Empty Trigger' }, inputs: [],
			outputs: ['main'], credentials: [{ name: 'formSubmissionsApi' }],
			webhooks: [{
				name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '',
				path: 'webhook',
			}],
			properties: [{ displayName: 'Runs', name: 'runs', type: 'boolean', default: false }],
		};
		async webhook() {
			if (this.getNodeParameter('runs')) {
				return { workflowData: [[{ json: {} }]], webhookResponse: { received: true } };
			}
			this.getResponseObject().status(200).json({ received: true });
			return { noWebhookResponse: true };
		}
	};
`;

/** What a delivery costs a real n8n, side by side with an empty trigger and n8n's own. */
export async function measureDeliveries(): Promise<Figure[]> {
	const folder = await createTemporaryFolder('form-submissions-empty-');
	writeFileSync(join(folder.path, 'EmptyTrigger.node.js'), EMPTY_NODE);
	const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow: 1_000_000 });
	const baseUrl = await emulator.listen();
	const n8n = await startTemporaryN8n({ N8N_CUSTOM_EXTENSIONS: folder.path });
	try {
		const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		const data = { baseUrl, apiKey };
		const credential = await n8n.client().credentials.create(CREDENTIAL_TYPE, 'The service', data);
		const publish = async (node: ReturnType<typeof makeNode>) => {
			const { id } = await n8n.client().workflows.create(inARow(node.name, [node]));
			await n8n.client().workflows.publish(id);
		};

		/** Before a run, n8n checks the credential of each node that has one. */
		const empty = async (runs: boolean, hasCredential = true) => {
			const webhookId = randomUUID();
			const credentials = { [CREDENTIAL_TYPE]: credential };
			const more = { webhookId, ...(hasCredential && { credentials }) };
			await publish(makeNode('Empty', 'CUSTOM.emptyTrigger', { runs }, more));
			return async () => await post(`${n8n.url}/webhook/${webhookId}/webhook`);
		};
		const own = async () => {
			const parameters = { httpMethod: 'POST', path: 'own', options: {} };
			const more = { typeVersion: 2, webhookId: randomUUID() };
			await publish(makeNode('Webhook', 'n8n-nodes-base.webhook', parameters, more));
			return async () => await post(`${n8n.url}/webhook/own`);
		};
		const ours = async () => {
			const formId = emulator.addForm().id;
			await publish(triggerNode(credential, { formId: byId(formId) }));
			const [destination] = emulator.destinations(formId);
			if (!destination) throw new Error('No destination was registered');
			// It was there before, so its delivery only rings. A ring costs a reading a second at most, so
			// that on a machine that is busy with other things, more of them fall to each delivery.
			const old = emulator.addSubmission({ formId, createdAt: Date.now() - 3_600_000 });
			return async () => {
				const { url, headers, body } = emulator.buildDelivery(old, destination);
				await post(url, headers, body);
			};
		};

		const cost = await costsOf(() => cpuMsOf(n8n.pid()), {
			empty: await empty(false),
			emptyRun: await empty(true),
			bareRun: await empty(true, false),
			ours: await ours(),
			ownRun: await own(),
		});
		return [
			{ what: 'An empty trigger, a request without a run: ms of CPU', seen: cost.empty },
			{ what: 'An empty trigger, a run for each request: ms of CPU', seen: cost.emptyRun },
			{
				what: 'A delivery ÷ an empty trigger: CPU',
				seen: cost.ours / cost.empty,
				atMost: 1.1,
			},
			{
				what: 'An empty trigger without a credential that runs ÷ one with a credential: CPU',
				seen: cost.bareRun / cost.emptyRun,
			},
			{
				what: "n8n's own Webhook node ÷ an empty trigger that runs: CPU",
				seen: cost.ownRun / cost.emptyRun,
			},
		];
	} finally {
		await n8n.end();
		await emulator.stop();
		await folder.remove();
	}
}

/** The median cost of one request to each (ms of CPU), in rounds, so that what changes meanwhile changes all. */
async function costsOf<Name extends string>(
	cpuMs: () => number,
	send: Record<Name, () => Promise<void>>,
): Promise<Record<Name, number>> {
	const names = Object.keys(send) as Name[];
	const seen = Object.fromEntries(names.map((name) => [name, []])) as Record<string, number[]>;
	for (let round = 0; round <= ROUNDS; round++) {
		for (const name of names) {
			const before = cpuMs();
			for (let count = 0; count < PER_ROUND; count++) await send[name]();
			await sleep(SETTLED_AFTER_MS);
			// The first ones are expensive.
			if (round > 0) seen[name]?.push((cpuMs() - before) / PER_ROUND);
		}
	}
	const medians = names.map((name) => [name, median(seen[name] ?? [])]);
	return Object.fromEntries(medians) as Record<Name, number>;
}

function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

async function post(url: string, headers: Record<string, string> = {}, body = '{}') {
	const json = { 'content-type': 'application/json', ...headers };
	const response = await fetch(url, { method: 'POST', headers: json, body });
	await response.text();
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

/** The CPU time that a process has used since its start, in Linux's ticks of ten milliseconds. */
function cpuMsOf(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name before it, in brackets, may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return 10 * (Number(fields[11]) + Number(fields[12]));
}
