import { loadExample } from '../sandbox/client/examples';
import type { Execution, Workflow } from '../sandbox/client/n8nClient';
import { MAIN } from '../sandbox/install/installations';
import type { DeliveryOverrides, Destination, Form, Submission } from '../emulator';
import { startHost, type Host } from './support/host';
import { PUBLICATION_MODES, testedInstallation } from './support/restartableHost';

const TRIGGER = 'New submission';
const LAST_NODE = 'Pick the fields';

/** The trigger registers itself; only what the service has signed starts an execution. */
describe.each(PUBLICATION_MODES)('Deliveries in %s', (_mode, env) => {
	let host: Host;
	let form: Form;
	let workflow: Workflow;
	let destination: Destination;

	beforeAll(async () => {
		host = await startHost(env);
		const { n8n, emulator, credential } = host;
		form = emulator.addForm({ name: 'お問い合わせ' });
		workflow = await n8n.workflows.create(
			loadExample('new-submission', {
				credential,
				formId: form.id,
				parameters: { [TRIGGER]: { mode: 'deliveries' } },
			}),
		);
		await n8n.workflows.publish(workflow.id);
		destination = theOne(emulator.destinations(form.id));
	});

	afterAll(async () => await host?.stop());

	const theOne = (destinations: Destination[]): Destination => {
		const [only, ...others] = destinations;
		if (only === undefined || others.length > 0) {
			throw new Error(`There are ${destinations.length} destinations instead of one`);
		}
		return only;
	};
	const ended = () => host.n8n.executions.ofWorkflow(workflow.id);

	/**
	 * Sends deliveries, then a genuine one: by the time its execution has ended, any others would
	 * have appeared as well. Returns all new executions except that last one.
	 */
	async function executionsOf(expected: number, send: () => Promise<void>): Promise<Execution[]> {
		const { n8n, emulator } = host;
		const before = (await ended()).length;
		await send();
		const { submission } = await emulator.submit(form.id, { name: 'The last one' });
		const all = await n8n.executions.waitForCount(workflow.id, before + expected + 1);
		return all.slice(before).filter((execution) => submissionIdOf(execution) !== submission.id);
	}

	const submissionIdOf = (execution: Execution) => execution.output(LAST_NODE)[0]?.submissionId;

	const deliver = (submission: Submission, overrides: DeliveryOverrides = {}) => {
		const { emulator } = host;
		return emulator.deliver(emulator.buildDelivery(submission, destination, overrides));
	};
	const newSubmission = () => host.emulator.addSubmission({ formId: form.id });

	it('are set up with one destination, whose secret has 64 hex digits', () => {
		expect(destination.url).toContain(`${host.server.url}/webhook/`);
		expect(destination.secret).toMatch(/^[0-9a-f]{64}$/);
	});

	it('start one execution each with their data', async () => {
		const { emulator } = host;
		const people = [
			{ name: 'Bakery', email: 'visitor@example.com', message: 'Hello' },
			{ name: 'Bäckerei', email: 'baeckerei@example.com', message: 'Grüße — „bis bald“ 🙂' },
			{ name: '花屋', email: 'hanaya@example.com', message: '二行\nあります' },
		];
		const sent: Submission[] = [];
		const executions = await executionsOf(people.length, async () => {
			for (const person of people) {
				const { submission, results } = await emulator.submit(form.id, person);
				expect(results.map(({ status }) => status)).toEqual([200]);
				sent.push(submission);
			}
		});
		expect(executions.map(({ status, mode }) => `${status} ${mode}`)).toEqual(
			people.map(() => 'success webhook'),
		);
		expect(executions.map((execution) => execution.output(TRIGGER)[0])).toMatchObject(people);
		expect(executions.map((execution) => execution.output(LAST_NODE)[0])).toEqual(
			sent.map(({ id, meta }) => ({ submissionId: id, receivedAt: meta.submittedAt })),
		);
	});

	it.each([
		// Older versions of n8n reject it before the node sees it.
		...(testedInstallation() === MAIN ? [['begin with a byte order mark', '\uFEFF', '"a"']] : []),
		['have unusual spacing and characters', '\n\t\r\n ', '"Zo\\u00eb 花子 🙂 \u2028" \n'],
		['nest 20,000 levels deep', '', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
	])('that %s are accepted', async (_how, start, message) => {
		const submission = newSubmission();
		const data = `{"name":"Ada","message":${message}}`;
		const body = `${start}{"event":"submission.created","submission":{"id":"${submission.id}","data":${data}}}`;

		const executions = await executionsOf(1, async () => {
			expect((await deliver(submission, { body })).status).toBe(200);
		});

		expect(executions.map((execution) => execution.output(TRIGGER)[0])).toMatchObject([
			{ id: submission.id, name: 'Ada' },
		]);
	});
});
