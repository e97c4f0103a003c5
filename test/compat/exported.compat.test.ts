import { randomUUID } from 'node:crypto';

import { ALL } from '../../sandbox/install/installations';
import type {
	CredentialRef,
	JsonObject,
	N8nClient,
	WorkflowFile,
} from '../../sandbox/client/n8nClient';
import {
	byId,
	CREDENTIAL_TYPE,
	credentialsOf,
	makeNode,
	START,
	TRIGGER_TYPE,
} from '../../sandbox/client/workflowFile';
import type { Form, Submission } from '../../emulator';
import { actionWorkflow } from '../e2e/support/actionWorkflow';
import { startHost, type Host } from '../e2e/support/host';

const [oldest] = ALL;
const newest = ALL.at(-1);

/** People update n8n and move workflows between instances. */
describe(`A workflow saved on n8n ${oldest?.versions.n8n}, imported into n8n ${newest?.versions.n8n}`, () => {
	let from: Host;
	let to: Host;
	let form: Form;
	let file: WorkflowFile;
	let imported: WorkflowFile;

	beforeAll(async () => {
		from = await startHost({}, oldest);
		to = await startHost({}, newest);
		form = from.emulator.addForm({ name: 'Contact' });
		from.emulator.addSubmissions(form.id, 250);
		from.emulator.addSubmissions(form.id, 3, { status: 'spam' });
		const { id } = await from.n8n.workflows.create(exportWorkflow(from.credential, form));
		file = await from.n8n.workflows.exported(id);

		const { baseUrl, apiKey } = from;
		const values = { baseUrl, apiKey };
		const credential = await to.n8n.credentials.create(CREDENTIAL_TYPE, 'Chosen again', values);
		imported = withCredentialChosen(file, credential);
	}, 300_000);

	afterAll(async () => {
		await to?.stop();
		await from?.stop();
	}, 60_000);

	it('keeps every parameter', async () => {
		const { id } = await to.n8n.workflows.create(imported);
		const parameters = ({ nodes }: WorkflowFile) => nodes.map((node) => node.parameters);
		expect(parameters(await to.n8n.workflows.exported(id))).toEqual(parameters(file));
	});

	it('gives the same rows', async () => {
		const before = await rowsOf(from.n8n, file);
		expect(before).toHaveLength(253);
		expect(before[0]).toMatchObject({ message: expect.any(String), nowhere: null });
		expect(await rowsOf(to.n8n, imported)).toEqual(before);
	});

	it('is run by a delivery with the same row', async () => {
		const submission = from.emulator.addSubmission({ formId: form.id });
		const before = await rowOfDelivery(from.n8n, file, submission);
		expect(before).toMatchObject({ id: submission.id });
		expect(await rowOfDelivery(to.n8n, imported, submission)).toEqual(before);
	});

	async function rowsOf(n8n: N8nClient, workflow: WorkflowFile): Promise<JsonObject[]> {
		const { id } = await n8n.workflows.create(workflow);
		const execution = await n8n.executions.run(id, { trigger: START });
		expect(execution.error).toBeUndefined();
		return execution.output('Fetch');
	}

	async function rowOfDelivery(n8n: N8nClient, workflow: WorkflowFile, submission: Submission) {
		const { id } = await n8n.workflows.create(workflow);
		await n8n.workflows.publish(id);
		const destination = from.emulator.destinations(form.id).at(-1);
		if (destination === undefined) throw new Error('No destination was registered');
		const delivery = from.emulator.buildDelivery(submission, destination);
		expect((await from.emulator.deliver(delivery)).status).toBe(200);
		const [execution] = await n8n.executions.waitForCount(id, 1);
		await n8n.workflows.unpublish(id);
		return execution?.output('New Submission')[0];
	}
});

function exportWorkflow(credential: CredentialRef, form: Form): WorkflowFile {
	const file = actionWorkflow('Fetch', credential, {
		resource: 'submission',
		operation: 'getAll',
		formId: byId(form.id),
		returnAll: true,
		filters: { status: ['new', 'spam'], receivedAfter: '2020-01-31T09:00:00' },
		options: { order: 'oldestFirst', fields: ['message', 'nowhere'] },
	});
	const parameters = { formId: byId(form.id), options: { revision: 2 } };
	const trigger = makeNode('New Submission', TRIGGER_TYPE, parameters, {
		position: [0, 200],
		webhookId: randomUUID(),
		credentials: credentialsOf(credential),
	});
	return { ...file, nodes: [...file.nodes, trigger] };
}

/** Credentials don't travel with a workflow: a person chooses them again. */
function withCredentialChosen(file: WorkflowFile, credential: CredentialRef): WorkflowFile {
	const credentials = credentialsOf(credential);
	const nodes = file.nodes.map((node) =>
		node.credentials === undefined ? node : { ...node, credentials },
	);
	return { ...file, nodes };
}
