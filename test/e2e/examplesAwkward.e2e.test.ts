import { inCrm, loadExample, withoutPause, type ExampleName } from '../sandbox/client/examples';
import type { Execution, JsonObject, WorkflowFile } from '../sandbox/client/n8nClient';
import {
	actionWorkflow,
	ACTION,
	byId,
	nodeOf,
	START,
	withNode,
} from '../sandbox/client/workflowFile';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import { createHubspot } from '../sandbox/standIns/hubspot';
import { startInternet, type Internet } from '../sandbox/standIns/internet';
import { ANSWERS, AWKWARD } from './support/awkward';
import { useHost } from './support/host';

const GOOD = AWKWARD.filter(({ address }) => address !== undefined);

describe('The examples that send, with what forms really send and receivers really answer, in a real n8n', () => {
	const hubspot = createHubspot();
	let internet: Internet;
	let crm: Crm;
	let formId: string;

	beforeAll(async () => {
		internet = await startInternet(hubspot.sites);
	});

	const host = useHost(() => internet.env);

	beforeEach(async () => {
		formId = host().emulator.addForm({ name: 'Contact' }).id;
		crm = await startCrm();
		hubspot.refuseNone();
		hubspot.contacts.clear();
		hubspot.paths.length = 0;
	});

	afterEach(async () => await crm.stop());

	afterAll(async () => await internet?.stop());

	const add = (data: JsonObject) =>
		host().emulator.addSubmission({ formId, data, createdAt: Date.now() - 3_600_000 }).id;

	const addressed = (status: number) => `status-${status}@example.com`;

	/** The rows of the form, as its nodes return them. */
	async function rows(): Promise<JsonObject[]> {
		const { n8n, credential } = host();
		const parameters = {
			resource: 'submission',
			operation: 'getAll',
			formId: byId(formId),
			returnAll: true,
		};
		const { id } = await n8n.workflows.create(actionWorkflow(credential, parameters));
		const run = await n8n.executions.run(id, { trigger: START });
		return run.output(ACTION);
	}

	/** Runs an example once with all submissions of the form, as if they had come together. */
	async function runWithAll(file: WorkflowFile): Promise<Execution> {
		const pinned = (await rows()).map((json) => ({ json }));
		const pinData = { 'New submission': pinned };
		const { id } = await host().n8n.workflows.create({ ...file, pinData });
		return await host().n8n.executions.run(id, { trigger: 'New submission' });
	}

	function load(example: ExampleName, more: Partial<Parameters<typeof loadExample>[1]> = {}) {
		return withoutPause(loadExample(example, { credential: host().credential, formId, ...more }));
	}

	function anyCrm(): WorkflowFile {
		return load('new-submission-to-any-crm', inCrm(crm.url));
	}

	async function toHubspot(): Promise<WorkflowFile> {
		const account = await host().n8n.credentials.create('hubspotAppToken', 'HubSpot', {
			appToken: 'token',
		});
		const credentials = { 'Create or update the contact': account };
		return load('new-submission-to-hubspot', {
			credentials,
			boxes: { firstname: 'name', lastname: 'last name' },
		});
	}

	function once(): WorkflowFile {
		const { parameters } = nodeOf(load('every-submission-once'), 'Send to the CRM');
		return load('every-submission-once', {
			parameters: { 'Send to the CRM': { ...parameters, url: `${crm.url}/contacts` } },
		});
	}

	/** What was named in a red run, by ID, with the reason. */
	function reported({ error = '' }: Execution): Record<string, string> {
		const entries = [...error.matchAll(/(sub_\w+)(?:, \S+)? \((.*?)\)(?=; |\. )/g)];
		return Object.fromEntries(entries.map(([, id = '', reason = '']) => [id, reason]));
	}

	const badAmong = (ids: string[]) =>
		ids.filter((_, index) => AWKWARD[index]?.address === undefined).sort();

	it('new-submission-to-any-crm sends each good submission once, to the address meant, and names every other', async () => {
		const ids = AWKWARD.map(({ data }) => add(data));

		const run = await runWithAll(anyCrm());

		expect([...crm.contacts.values()].map(({ email }) => email).sort()).toEqual(
			GOOD.map(({ address }) => address).sort(),
		);
		expect(crm.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
			GOOD.map(() => 'POST /contacts'),
		);
		expect(crm.lookups.sort()).toEqual(GOOD.map(({ address }) => address).sort());
		expect(Object.keys(reported(run)).sort()).toEqual(badAmong(ids));
		const json = [...crm.contacts.values()].find(({ email }) => email === 'json@example.com');
		expect(json).toMatchObject({ message: '"}, {"admin": true\r\nX-Added: 1', source: 'Contact' });
	});

	it('new-submission-to-any-crm updates who is known, whatever the ID, and changes nothing that was left empty', async () => {
		const [created] = [add({ email: 'known@example.com', name: 'Ann', message: 'Hello' })];
		await runWithAll(anyCrm());
		crm.contacts.set('a/b?c', { email: 'slash@example.com' });
		add({ email: ' known@example.com', message: '' });
		add({ email: 'slash@example.com', name: 'Slash' });

		const { status } = await runWithAll(anyCrm());

		expect(status).toBe('success');
		expect(crm.contacts.get(created ?? '')).toMatchObject({ name: 'Ann', message: 'Hello' });
		expect(crm.contacts.get('a/b?c')).toMatchObject({ name: 'Slash' });
		expect(crm.contacts.size).toBe(2);
	});

	it.each(['new-submission-to-any-crm', 'every-submission-once'] as const)(
		'%s takes each answer for what it means, and tries again only where that helps',
		async (example) => {
			const ids = new Map(ANSWERS.map(({ status }) => [add({ email: addressed(status) }), status]));
			crm.answerWith(({ body }) => {
				const { status = 200, location } =
					ANSWERS.find((one) => addressed(one.status) === body.email) ?? {};
				const headers = location === undefined ? undefined : { location };
				return {
					status,
					headers,
					body: status === 204 ? '' : { error: { message: `said ${status}` } },
				};
			});
			const file = example === 'every-submission-once' ? once() : anyCrm();

			const run =
				example === 'every-submission-once' ? await runOnSchedule(file) : await runWithAll(file);

			const tries = (status: number) =>
				crm.requests.filter(({ body }) => body.email === addressed(status)).length;
			const most = example === 'every-submission-once' ? 1 : 6;
			expect(ANSWERS.map(({ status }) => [status, tries(status)])).toEqual(
				ANSWERS.map(({ status, means }) => [status, means === 'again' ? most : 1]),
			);
			const named = reported(run);
			const notSent = ANSWERS.filter(({ means }) => means !== 'sent').map(({ status }) => status);
			expect(
				Object.keys(named)
					.map((id) => ids.get(id))
					.sort(),
			).toEqual([...notSent].sort());
			for (const [id, reason] of Object.entries(named)) {
				expect(reason).toContain(`status ${ids.get(id)}`);
				expect(reason).toMatch(/said \d+|the address has moved to https∶\/\/example\.com\/new/);
			}
		},
	);

	it('new-submission-to-any-crm creates nobody while the look-up is not answered as it should be', async () => {
		for (const name of ['down', 'page', 'nothing']) add({ email: `${name}@example.com` });
		crm.answerLookupsWith((email) => {
			if (email.startsWith('down')) return { status: 500, body: { message: 'Down' } };
			if (email.startsWith('page')) return { body: '<html>Please sign in</html>' };
			return undefined;
		});

		const run = await runWithAll(anyCrm());

		expect(crm.requests.map(({ body }) => body.email)).toEqual(['nothing@example.com']);
		expect(Object.values(reported(run)).sort()).toEqual([
			'status 500∶ Down',
			"the look-up's answer is no JSON",
		]);
	});

	it.each([
		['asked again', 503, 'success'],
		['a person retries the run', 403, 'error'],
	])(
		'new-submission-to-any-crm sends each of several once, though a look-up is answered only when %s',
		async (_, refusal, status) => {
			for (const name of ['ann', 'late', 'zoe']) add({ email: `${name}@example.com` });
			crm.answerLookupsWith((email) =>
				email.startsWith('late') && crm.lookups.length <= 3
					? { status: refusal, body: { message: 'Later' } }
					: undefined,
			);

			const run = await runWithAll(anyCrm());
			const sentAtFirst = crm.requests.length;
			const end = status === 'error' ? await host().n8n.executions.retry(run.id) : run.status;

			expect([run.status, end]).toEqual([status, 'success']);
			expect(sentAtFirst).toBe(status === 'error' ? 2 : 3);
			expect(crm.requests.map(({ body }) => body.email).sort()).toEqual(
				['ann', 'late', 'zoe'].map((name) => `${name}@example.com`),
			);
		},
	);

	it('a redirect from http to https of the same address is not taken for a contact', async () => {
		add({ email: 'ann@example.com' });
		const location = `${crm.url}/contacts`.replace('http:', 'https:');
		crm.answerWith(() => ({ status: 302, headers: { location }, body: '' }));

		const run = await runWithAll(anyCrm());

		expect(Object.values(reported(run))).toEqual([
			expect.stringContaining('the address has moved to https∶//127'),
		]);
		expect(crm.requests).toHaveLength(1);
	});

	it('what can not be evaluated is named, and keeps no other', async () => {
		const [early = '', bad = '', late = ''] = ['2026-01-01', 'soon', '2026-01-02'].map((name) =>
			add({ name, email: `${name}@example.com` }),
		);
		const { nodes, ...file } = anyCrm();
		const dated = JSON.stringify(nodes).replace(
			'$json[\\"name\\"]',
			'$json.name.toDateTime().year',
		);

		const run = await runWithAll({ ...file, nodes: JSON.parse(dated) as WorkflowFile['nodes'] });

		expect([...crm.contacts.keys()].sort()).toEqual([early, late].sort());
		expect(reported(run)).toEqual({
			[bad]: expect.stringContaining("Pick the fields can't read it"),
		});
	});

	it('what keeps the check itself from running is said', async () => {
		add({ email: 'ann@example.com' });
		const jsCode = "return [{ json: { email: 'ann@example.com' }, pairedItem: 7 }]";
		const code = { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };

		const { error } = await runWithAll(withNode(anyCrm(), 'Pick the fields', () => code));

		expect(error).toMatch(/^Check the address stopped∶ ./);
		expect(crm.requests).toEqual([]);
	});

	it('names the first fifty that were not sent, and their number', async () => {
		for (let index = 0; index < 53; index += 1) add({ name: `No address ${index}` });

		const run = await runWithAll(anyCrm());

		expect(Object.keys(reported(run))).toHaveLength(50);
		expect(run.error).toMatch(/^53 submissions did not reach the CRM∶ .*; and 3 more\. /);
	});

	it('new-submission-to-hubspot calls one address only, sends each good submission once, and names every other', async () => {
		const ids = AWKWARD.map(({ data }) => add(data));
		const [multi, invalid] = ['multi', 'invalid'].map((name) =>
			add({ name, email: `${name}@example.com` }),
		);
		hubspot.refuse('multi@example.com', 207, {
			errors: [{ message: 'Property values were not valid' }],
		});
		hubspot.refuse('invalid@example.com', 400, { message: 'Invalid input' });

		const run = await runWithAll(await toHubspot());

		expect([...hubspot.contacts.keys()].sort()).toEqual(
			GOOD.map(({ address = '' }) => address.toLowerCase()).sort(),
		);
		expect(hubspot.paths).toEqual(
			[...GOOD, 1, 2].map(() => 'POST /crm/v3/objects/contacts/batch/upsert'),
		);
		const named = reported(run);
		expect(Object.keys(named).sort()).toEqual([...badAmong(ids), multi, invalid].sort());
		expect([named[multi ?? ''], named[invalid ?? '']]).toEqual([
			'status 207∶ Property values were not valid',
			'status 400∶ Invalid input',
		]);
	});

	it('every-submission-once sends each good submission once, names every other, and repeats neither those nor itself', async () => {
		const ids = AWKWARD.map(({ data }) => add(data));
		const { id: workflowId } = await host().n8n.workflows.create(once());
		const run = async () => await host().n8n.executions.run(workflowId, { trigger: 'Every hour' });

		const first = await run();
		const second = await run();

		expect(crm.requests.map(({ body }) => body.email).sort()).toEqual(
			GOOD.map(({ address }) => address).sort(),
		);
		expect(Object.keys(reported(first)).sort()).toEqual(badAmong(ids));
		expect(second.error).toBeUndefined();
	});

	async function runOnSchedule(file: WorkflowFile): Promise<Execution> {
		const { id } = await host().n8n.workflows.create(file);
		return await host().n8n.executions.run(id, { trigger: 'Every hour' });
	}
});
