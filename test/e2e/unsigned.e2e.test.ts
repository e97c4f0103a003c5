/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { gzipSync } from 'node:zlib';

import { inARow, makeNode, TRIGGER } from '../sandbox/client/workflowFile';
import { withHost } from './support/host';
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

/** Returns the status of the response. */
async function post(url: string, sent: Sent, headers: Record<string, string> = {}) {
	const { type, encoding, body } = sent;
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			...headers,
			...(type !== undefined && { 'content-type': type }),
			...(encoding !== undefined && { 'content-encoding': encoding }),
		},
		// With a string, `fetch` would add a content type.
		body: Buffer.from(body),
	});
	return response.status;
}

const forged = () => ({
	'x-formbox-timestamp': String(Date.now()),
	'x-formbox-signature': `sha256=${'0'.repeat(64)}`,
});

it('Unsigned requests leave no execution and start no error workflow, whatever their body, even with a forged signature', async () => {
	await withHost({}, async ({ n8n, emulator, credential }) => {
		const form = emulator.addForm({ name: 'Contact' });
		const told = makeNode('When a workflow stops', 'n8n-nodes-base.errorTrigger', {});
		const { id: errorWorkflow } = await n8n.workflows.create(inARow('Told of errors', [told]));
		const file = triggerWorkflow()({ credential, formId: form.id });
		const { id } = await n8n.workflows.create({ ...file, settings: { errorWorkflow } });
		for (const one of [errorWorkflow, id]) await n8n.workflows.publish(one);
		const { url = '' } = emulator.destinations(form.id)[0] ?? {};

		const wrong: string[] = [];
		for (const sent of BODIES) {
			for (const headers of [{}, forged()]) {
				const status = await post(url, sent, headers);
				const expected = ANSWERED_BY_N8N[sent.title] ?? [401];
				if (!expected.includes(status)) wrong.push(`${sent.title}: ${status}`);
			}
		}
		// It adds the only execution; any others would have appeared before it.
		const { submission } = await emulator.submit(form.id, { name: 'The last one' });
		const executions = await n8n.executions.waitForCount(id, 1);

		expect(wrong).toEqual([]);
		expect(executions).toMatchObject([{ status: 'success', mode: 'trigger' }]);
		expect(executions[0]?.output(TRIGGER)).toMatchObject([{ id: submission.id }]);
		expect(await n8n.executions.ofWorkflow(errorWorkflow)).toEqual([]);
	});
});
