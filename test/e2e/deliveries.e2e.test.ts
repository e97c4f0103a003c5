/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { Delivery } from '../emulator';
import type { Execution } from '../sandbox/client/n8nClient';
import { POLLING_TRIGGER, TRIGGER } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { MAIN } from '../sandbox/install/installations';
import { lockDatabase } from './support/database';
import { useHost, PUBLICATION_MODES, testedInstallation } from './support/host';
import { triggerWorkflow } from './support/triggerWorkflow';

describe.each(PUBLICATION_MODES)('Deliveries in %s', (_mode, env) => {
	const host = useHost(() => env);

	async function published() {
		const form = host().emulator.addForm({ name: 'Contact' });
		const { id } = await host().n8n.workflows.create(
			triggerWorkflow()({ credential: host().credential, formId: form.id }),
		);
		await host().n8n.workflows.publish(id);
		const [destination] = host().emulator.destinations(form.id);
		if (!destination) throw new Error('No destination was registered');
		return {
			id,
			/** Of a new submission; its body can be replaced before it is signed. */
			nextDelivery(bodyOf?: (id: string) => string) {
				const submission = host().emulator.addSubmission({ formId: form.id });
				const overrides = bodyOf === undefined ? {} : { body: bodyOf(submission.id) };
				return host().emulator.buildDelivery(submission, destination, overrides);
			},
		};
	}

	it('start one execution for six simultaneous copies and one later copy', async () => {
		const { id, nextDelivery } = await published();
		const delivery = nextDelivery();

		const answers = await Promise.all(
			Array.from({ length: 6 }, async () => await host().emulator.deliver(delivery)),
		);
		const late = await host().emulator.deliver(delivery);

		expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
		expect(late).toMatchObject({ status: 200, body: '{"repeated":true}' });
		expect(await host().n8n.executions.waitForCount(id, 1)).toHaveLength(1);
	});

	it('start one execution when the sender disconnects before the response and retries', async () => {
		const { id, nextDelivery } = await published();
		const delivery = nextDelivery();

		await hangUpAfterSending(delivery);
		let answer = await host().emulator.deliver(delivery);
		while (answer.status === 503) answer = await host().emulator.deliver(delivery);

		expect(answer.status).toBe(200);
		expect(await host().n8n.executions.waitForCount(id, 1)).toHaveLength(1);
	});

	it('are verified by their uncompressed body when they arrive compressed', async () => {
		const { id, nextDelivery } = await published();
		const { url, headers, body } = nextDelivery();
		const compressed = { ...headers, 'Content-Encoding': 'gzip' };

		const answer = await fetch(url, { method: 'POST', headers: compressed, body: gzipSync(body) });

		expect(answer.status).toBe(200);
		expect(await host().n8n.executions.waitForCount(id, 1)).toHaveLength(1);
	});

	it.each([
		// Older versions of n8n reject it before the node sees it.
		...(testedInstallation() === MAIN ? [['begin with a byte order mark', '\uFEFF', '"a"']] : []),
		['have unusual spacing and characters', '\n\t\r\n ', '"Zo\\u00eb 花子 🙂 \u2028" \n'],
		['nest 20,000 levels deep', '', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
	])('that %s are accepted', async (_how, start, message) => {
		const { id, nextDelivery } = await published();
		const data = `{"name":"Zoë 花子","message":${message}}`;
		const delivery = nextDelivery(
			(submissionId) =>
				`${start}{"event":"submission.created","submission":{"id":"${submissionId}","data":${data}}}`,
		);

		expect((await host().emulator.deliver(delivery)).status).toBe(200);
		const [execution] = await host().n8n.executions.waitForCount(id, 1);
		expect(execution?.output(TRIGGER)).toMatchObject([{ name: 'Zoë 花子' }]);
	});

	it('and polls have an empty column for a chosen field that was left empty', async () => {
		const { emulator, credential } = host();
		const formId = emulator.addForm({ name: 'Contact' }).id;
		const file = triggerWorkflow()({ credential, formId, withPolling: true });
		const nodes = file.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, options: { fields: ['name', 'phone'] } },
		}));
		const { id } = await host().n8n.workflows.create({ ...file, nodes });
		await host().n8n.workflows.publish(id);

		await emulator.submit(formId, { name: 'Ada' });
		const executions = await host().n8n.executions.waitForCount(id, 2);
		await host().n8n.workflows.unpublish(id);

		for (const node of [TRIGGER, POLLING_TRIGGER]) {
			const rows = executions.flatMap(({ output }) => output(node));
			expect(rows).toEqual([expect.objectContaining({ name: 'Ada', phone: null })]);
		}
	});

	it('start an execution on a retry when n8n could not store the first attempt', async () => {
		const { id, nextDelivery } = await published();
		const delivery = nextDelivery();

		const unlock = await lockDatabase(host().userFolder);
		const first = await host().emulator.deliver(delivery);
		await unlock();
		const again = await host().emulator.deliver(delivery);

		expect(first.status).toBe(500);
		expect(again).toMatchObject({ status: 200, body: '{"received":true}' });
		expect(await host().n8n.executions.waitForCount(id, 1)).toHaveLength(1);
	});

	it('have one execution each, if accepted, in a stream during which n8n restarts', async () => {
		const { id, nextDelivery } = await published();
		const deliveries = Array.from({ length: 60 }, () => nextDelivery());
		const accepted: Delivery[] = [];
		const send = async (delivery: Delivery) => {
			const answer = await host()
				.emulator.deliver(delivery)
				.catch(() => undefined);
			if (answer?.status === 200) accepted.push(delivery);
		};

		const stopping = send(deliveries[0] as Delivery).then(async () => await host().stop());
		for (const delivery of deliveries.slice(1, 30)) await send(delivery);
		await stopping;
		await host().start();
		for (const delivery of deliveries.slice(30)) await send(delivery);

		const acceptedIds = accepted.map(({ body }) => submissionId(body));
		// One whose answer was cut off may have run, too.
		const ids = await waitFor('an execution for each accepted delivery', async (see) => {
			const executions = await host().n8n.executions.ofWorkflow(id);
			const found = executions.map(submissionIn);
			const missing = acceptedIds.filter((one) => !found.includes(one));
			see({ missing, executions: executions.map((one) => [one.status, submissionIn(one)]) });
			return missing.length === 0 && found;
		});
		expect(acceptedIds.length).toBeGreaterThanOrEqual(31);
		expect(new Set(ids).size).toBe(ids.length);
	});
});

/** What started it; n8n stores it before the run, which a stop can keep from beginning. */
function submissionIn({ output, pending }: Execution): unknown {
	return (output(TRIGGER)[0] ?? pending[0])?.id;
}

function submissionId(body: string): string {
	return (JSON.parse(body) as { submission: { id: string } }).submission.id;
}

async function hangUpAfterSending({ url, headers, body }: Delivery): Promise<void> {
	await new Promise<void>((resolve) => {
		const sending = request(url, { method: 'POST', headers }, () => resolve());
		sending.on('error', () => resolve());
		sending.end(body, () => {
			sending.destroy();
			resolve();
		});
	});
}
