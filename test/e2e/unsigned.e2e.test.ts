/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { sign, type Destination, type Form } from '../emulator';
import type { N8nClient } from '../sandbox/client/n8nClient';
import { makeNode, TRIGGER } from '../sandbox/client/workflowFile';
import { useHost, PUBLICATION_MODES } from './support/host';
import { triggerWorkflow } from './support/triggerWorkflow';

const MIB = 1024 * 1024;
const BOUNDARY = 'form-submissions-boundary';

const JSON_BODY = '{"event":"submission.created","submission":{"id":"sub_forged","data":{}}}';
const MULTIPART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--${BOUNDARY}--\r\n`;

type Sent = { title: string; type?: string; encoding?: string; body: string | Buffer };

/** What anyone who knows the URL can send. */
const BODIES: Sent[] = [
	{ title: 'JSON', type: 'application/json', body: JSON_BODY },
	{ title: 'malformed JSON', type: 'application/json', body: '{"event":' },
	{ title: 'an empty body', type: 'application/json', body: '' },
	{ title: 'no content type', body: JSON_BODY },
	{ title: 'an unknown content type', type: 'application/x-anything', body: JSON_BODY },
	{ title: 'plain text', type: 'text/plain', body: 'text' },
	{ title: 'binary data', type: 'application/octet-stream', body: Buffer.alloc(5_000, 0xff) },
	{ title: 'XML', type: 'application/xml', body: '<a><b/></a>' },
	{ title: 'a form', type: 'application/x-www-form-urlencoded', body: 'event=a&submission=b' },
	{ title: 'gzip', type: 'application/json', encoding: 'gzip', body: gzipSync(JSON_BODY) },
	{ title: 'gzip that is none', type: 'application/json', encoding: 'gzip', body: JSON_BODY },
	{ title: 'multipart', type: `multipart/form-data; boundary=${BOUNDARY}`, body: MULTIPART },
	{ title: 'multipart without boundary', type: 'multipart/form-data', body: MULTIPART },
	{ title: '17 MiB of JSON', type: 'application/json', body: `"${'x'.repeat(17 * MIB)}"` },
];

/** The statuses with which n8n itself responds, before the node sees the request. */
const ANSWERED_BY_N8N: Record<string, number[]> = {
	'malformed JSON': [422],
	'gzip that is none': [400, 500],
	'multipart without boundary': [400, 500],
	'17 MiB of JSON': [413, 500],
};

describe.each(PUBLICATION_MODES)('Unsigned requests in %s', (_mode, env) => {
	const host = useHost(() => env);
	let form: Form;
	let destination: Destination;
	let workflowId: string;
	let errorWorkflowId: string;

	beforeAll(async () => {
		form = host().emulator.addForm({ name: 'Contact' });
		errorWorkflowId = await createErrorWorkflow(host().n8n);
		const file = triggerWorkflow()({ credential: host().credential, formId: form.id });
		const settings = { ...file.settings, errorWorkflow: errorWorkflowId };
		const { id } = await host().n8n.workflows.create({ ...file, settings });
		workflowId = id;
		await host().n8n.workflows.publish(id);
		const [registered] = host().emulator.destinations(form.id);
		if (!registered) throw new Error('No destination was registered');
		destination = registered;
	});

	async function post({ type, encoding, body }: Sent, headers: Record<string, string> = {}) {
		const answer = await fetch(destination.url, {
			method: 'POST',
			headers: {
				...headers,
				...(type !== undefined && { 'content-type': type }),
				...(encoding !== undefined && { 'content-encoding': encoding }),
			},
			// With a string, `fetch` would add a content type.
			body: Buffer.from(body),
		});
		return { status: answer.status, text: await answer.text() };
	}

	/** Headers with a valid signature for this body. */
	const signed = (body: string | Buffer) => {
		const timestamp = String(Date.now());
		const signature = sign(destination.secret ?? '', timestamp, String(body));
		return { 'x-formbox-timestamp': timestamp, 'x-formbox-signature': signature };
	};

	/** A genuine delivery adds the only new execution; any others would have appeared before it. */
	async function expectNothingLeft() {
		const before = (await host().n8n.executions.ofWorkflow(workflowId)).length;
		const { submission } = await host().emulator.submit(form.id, { name: 'The last one' });
		const all = await host().n8n.executions.waitForCount(workflowId, before + 1);
		expect(all.at(-1)?.output(TRIGGER)).toMatchObject([{ id: submission.id }]);
		expect(all.map(({ status, mode }) => `${status} ${mode}`)).toEqual(
			all.map(() => 'success webhook'),
		);
		expect(await host().n8n.executions.ofWorkflow(errorWorkflowId)).toEqual([]);
		return all.length;
	}

	it('leave no execution and start no error workflow, whatever their body, even with a forged signature', async () => {
		const forged = (body: string | Buffer) => ({
			...signed(body),
			'x-formbox-signature': `sha256=${'0'.repeat(64)}`,
		});
		const answers: string[] = [];
		for (const sent of BODIES) {
			answers.push(`${sent.title}: ${(await post(sent)).status}`);
			answers.push(`${sent.title}: ${(await post(sent, forged(sent.body))).status}`);
		}

		const expected = BODIES.flatMap(({ title }) => {
			const statuses = ANSWERED_BY_N8N[title] ?? [401];
			return [statuses, statuses];
		});
		const wrong = answers.filter(
			(answer, index) => !expected[index]?.some((status) => answer.endsWith(`: ${status}`)),
		);
		expect(wrong).toEqual([]);
		expect(await expectNothingLeft()).toBe(1);
	});

	it('include signed multipart, which is refused because its bytes cannot be read', async () => {
		const before = await expectNothingLeft();
		const sent = BODIES.find(({ title }) => title === 'multipart') as Sent;

		const { status, text } = await post(sent, signed(sent.body));

		expect([status, text]).toEqual([401, '{"error":"Not accepted: the body could not be read"}']);
		expect(await expectNothingLeft()).toBe(before + 1);
	});
});

async function createErrorWorkflow(n8n: N8nClient): Promise<string> {
	const { id } = await n8n.workflows.create({
		name: `Told of errors ${randomUUID()}`,
		settings: {},
		connections: {},
		nodes: [makeNode('When a workflow stops', 'n8n-nodes-base.errorTrigger', {})],
	});
	await n8n.workflows.publish(id);
	return id;
}
