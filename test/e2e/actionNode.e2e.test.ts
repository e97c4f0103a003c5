/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseCsv } from '../../sandbox/csv';
import { loadExample } from '../../sandbox/client/examples';
import { ACTION_TYPE, byId, CREDENTIAL_TYPE, START } from '../../sandbox/client/workflowFile';
import { waitFor } from '../../sandbox/host/waitFor';
import { createEmulator, type Form, type Submission } from '../../emulator';
import { actionWorkflow } from './support/actionWorkflow';
import { startHost, type Host } from './support/host';
import { NODE_NAME, runNode } from './support/runNode';
import { withCredential } from './support/withCredential';

const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';
const LIMIT = 5;
const GET_ALL = { resource: 'submission', operation: 'getAll', returnAll: true };

describe('The action node in a real n8n', () => {
	let host: Host;

	beforeAll(async () => {
		host = await startHost({});
	}, 300_000);

	afterAll(async () => await host?.stop(), 60_000);

	it("is known to n8n, as are the package's other nodes", async () => {
		const names = await host.n8n.parameters.nodeTypes('n8n-nodes-form-submissions.');
		expect(names).toEqual([
			'n8n-nodes-form-submissions.formSubmissions',
			'n8n-nodes-form-submissions.formSubmissionsPollingTrigger',
			'n8n-nodes-form-submissions.formSubmissionsTool',
			'n8n-nodes-form-submissions.formSubmissionsTrigger',
		]);
	});

	describe('reading', () => {
		let form: Form;
		let listed: Submission[];
		let spam: Submission[];
		let quarantined: Submission[];
		let test: Submission[];

		beforeAll(() => {
			const { emulator } = host;
			form = emulator.addForm({ name: 'Réservation' });
			listed = emulator.addSubmissions(form.id, 1_000);
			spam = emulator.addSubmissions(form.id, 3, { status: 'spam' });
			quarantined = emulator.addSubmissions(form.id, 2, { status: 'quarantined' });
			test = emulator.addSubmissions(form.id, 2, { data: () => ({ _test: true }) });
		});

		const getAll = (more: Record<string, unknown>) => ({
			resource: 'submission',
			operation: 'getAll',
			formId: byId(form.id),
			returnAll: true,
			...more,
		});
		const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => String(id));

		it('lists the forms of the workspace', async () => {
			const { n8n, credential } = host;
			const { id } = await n8n.workflows.create(loadExample('list-forms', { credential }));
			const execution = await n8n.executions.run(id, { trigger: MANUAL_TRIGGER });
			expect(execution.output('List forms')).toContainEqual(form);
		});

		it('returns each of 1,000 submissions once while new ones arrive', async () => {
			const { emulator } = host;
			let arrived = 0;
			emulator.onAnswer((request, answer) => {
				if (request.url.includes('/v1/submissions')) {
					emulator.addSubmission({ formId: form.id });
					arrived += 1;
				}
				return answer;
			});
			const execution = await runNode(host, getAll({}));
			emulator.onAnswer(undefined);

			expect(execution.error).toBeUndefined();
			const ids = idsOf(execution.output(NODE_NAME));
			expect(arrived).toBeGreaterThanOrEqual(10);
			expect(ids).toHaveLength(1_000);
			expect(new Set(ids)).toEqual(new Set(idsOf(listed)));
		});

		it('requests pages of 100, 100 and 50 for a limit of 250', async () => {
			const { emulator } = host;
			emulator.clearRequests();
			const execution = await runNode(host, getAll({ returnAll: false, limit: 250 }));
			expect(execution.output(NODE_NAME)).toHaveLength(250);
			const limits = emulator.requests.map(({ query }) => query.limit);
			expect(limits).toEqual(['100', '100', '50']);
		});

		it('returns only submissions with the requested statuses', async () => {
			const filters = { status: ['spam', 'quarantined'] };
			const execution = await runNode(host, getAll({ filters }));
			expect(idsOf(execution.output(NODE_NAME)).sort()).toEqual(
				idsOf([...spam, ...quarantined]).sort(),
			);
		});

		it('returns test submissions only on request', async () => {
			const asked = await runNode(host, getAll({ filters: { includeTest: true } }));
			expect(idsOf(asked.output(NODE_NAME))).toEqual(expect.arrayContaining(idsOf(test)));
			const plain = await runNode(host, getAll({}));
			const plainIds = idsOf(plain.output(NODE_NAME));
			expect(plainIds.filter((id) => idsOf([...test, ...spam]).includes(id))).toEqual([]);
		});

		it('counts the submissions of the form that match', async () => {
			const filters = { status: ['spam', 'quarantined'] };
			const execution = await runNode(host, getAll({ operation: 'count', filters }));
			expect(execution.output(NODE_NAME)).toEqual([
				{ count: 5, formId: form.id, formName: 'Réservation' },
			]);
		});

		it('returns the chosen columns of the service, with those from an expression, too', async () => {
			const parameters = { returnAll: false, limit: 1, filters: { status: ['spam'] } };
			for (const columns of [['ip', 'id'], '={{ ["id", "ip"] }}']) {
				const options = { fields: ['email'], columns };
				const execution = await runNode(host, getAll({ ...parameters, options }));
				const [row = {}] = execution.output(NODE_NAME);
				expect(Object.keys(row)).toEqual(['email', 'ip', 'id']);
			}
		});

		it('fetches one submission exactly as the service sends it', async () => {
			const [submission] = listed;
			const execution = await runNode(host, {
				resource: 'submission',
				operation: 'get',
				submissionId: byId(submission?.id ?? ''),
				simplify: false,
			});
			expect(execution.output(NODE_NAME)).toEqual([submission]);
		});

		it('walks page by page with the cursor from the previous page', async () => {
			const getPage = (cursor: string) =>
				runNode(host, {
					resource: 'submission',
					operation: 'getPage',
					formId: byId(form.id),
					pageSize: 3,
					cursor,
					filters: { status: ['spam', 'quarantined'] },
				});
			const [first] = (await getPage('')).output(NODE_NAME);
			expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
			const [second] = (await getPage(String(first?.nextCursor))).output(NODE_NAME);
			expect(second).toMatchObject({ hasMore: false, nextCursor: null });
			const pages = [first?.submissions, second?.submissions] as { id: string }[][];
			expect(idsOf(pages.flat()).sort()).toEqual(idsOf([...spam, ...quarantined]).sort());
		});

		it('produces rows that the Convert to File node exports as CSV', async () => {
			const { n8n, credential, emulator, exportFolder } = host;
			const small = emulator.addForm({ name: 'Small' });
			const submissions = emulator.addSubmissions(small.id, 120);
			const fileName = join(exportFolder, 'small.csv');
			const parameters = { 'Write the file': { fileName } };
			const { id } = await n8n.workflows.create(
				loadExample('export-to-csv', { credential, formId: small.id, parameters }),
			);
			const execution = await n8n.executions.run(id, { trigger: MANUAL_TRIGGER });
			expect(execution.error).toBeUndefined();

			const [head = [], ...rows] = parseCsv(readFileSync(fileName, 'utf8'));
			const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
			expect(column('id')).toEqual(idsOf(submissions).reverse());
			expect(column('message')).toEqual(
				submissions.map(({ data }) => asSpreadsheetText(String(data.message))).reverse(),
			);
		});

		it('continues after an item that fails, and pairs every output with its input', async () => {
			const [one, , two] = listed;
			const execution = await runNode(
				host,
				{ resource: 'submission', operation: 'get', submissionId: byId('={{ $json.input }}') },
				{
					inputs: [one?.id ?? '', 'sub_nowhere', two?.id ?? ''],
					onError: 'continueRegularOutput',
				},
			);
			expect(execution.status).toBe('success');
			expect(execution.items(NODE_NAME)).toMatchObject([
				{ json: { id: one?.id }, pairedItem: { item: 0 } },
				{ json: { error: expect.stringContaining('sub_nowhere') }, pairedItem: { item: 1 } },
				{ json: { id: two?.id }, pairedItem: { item: 2 } },
			]);
		});
	});

	describe('the list of forms', () => {
		let form: Form;

		beforeAll(() => {
			form = host.emulator.addForm({ name: 'Catalogue requests' });
		});

		const list = (credential: { id: string; name: string }, filter?: string) =>
			host.n8n.parameters.list({
				nodeType: ACTION_TYPE,
				method: 'searchForms',
				path: 'formId',
				credentials: { [CREDENTIAL_TYPE]: credential },
				filter,
			});

		it('has all forms, or those that match a name', async () => {
			const entry = { name: form.name, value: form.id };
			const all = await list(host.credential);
			expect(all.results).toContainEqual(expect.objectContaining(entry));
			expect(all.results.length).toBeGreaterThan(1);
			const found = await list(host.credential, 'catalogu');
			expect(found.results).toMatchObject([entry]);
		});

		it('says that a workspace has no form', async () => {
			const apiKey = host.emulator.addKey({ workspace: 'empty' });
			await withCredential(host, { apiKey }, async (credential) => {
				await expect(list(credential)).rejects.toThrow(/no forms in this workspace yet/);
			});
		});

		it('says that the key is wrong', async () => {
			await withCredential(host, { apiKey: 'wrong' }, async (credential) => {
				await expect(list(credential)).rejects.toThrow(/API key/);
			});
		});
	});

	describe('stopping', () => {
		const emulator = createEmulator({ limitPerWindow: LIMIT });

		afterAll(async () => await emulator.stop());

		it('ends a walk that is waiting for the rate limit, and sends no further requests', async () => {
			const { n8n } = host;
			const form = emulator.addForm({ name: 'Contact' });
			emulator.addSubmissions(form.id, 2_000);
			const values = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };

			const execution = await withCredential(host, values, async (credential) => {
				const { id } = await n8n.workflows.create(actionWorkflow('Fetch', credential, GET_ALL));
				const executionId = await n8n.executions.start(id, { trigger: START });
				await waitFor('the walk to use up the limit', () =>
					emulator.requests.length === LIMIT ? true : undefined,
				);
				await n8n.executions.stop(executionId);
				return await n8n.executions.waitForEnd(executionId, 10_000);
			});

			expect(execution.status).toBe('canceled');
			expect(emulator.requests).toHaveLength(LIMIT);
			expect(emulator.tooManyRequestsCount()).toBe(0);
		});
	});
});

/** The example marks as text whatever a spreadsheet would run as a formula. */
const asSpreadsheetText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
