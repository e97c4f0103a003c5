/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { loadExample } from '../sandbox/client/examples';
import type { WorkflowFile } from '../sandbox/client/n8nClient';
import { waitFor } from '../sandbox/host/waitFor';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import type { Destination } from '../emulator';
import { executionsOf, keepSubmissionIds } from './support/executionLog';
import { useQueueWorld, type QueueWorld, type Service } from './support/queueWorld';
import { publishReceiver } from './support/workflows';

const SUBMISSIONS = Number(process.env.QUEUE_TEST_DELIVERIES ?? 200);
const AT_ONCE = 8;
/** Long enough that a worker is processing some whenever it dies. */
const WORK_SECONDS = 0.5;
/** Every two minutes instead of every hour: each scheduled run ends before the next one begins. */
const SCHEDULE = {
	rule: { interval: [{ field: 'cronExpression', expression: '0 */2 * * * *' }] },
};
const LONGEST_MS = 1_200_000;
const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** While n8n starts, it answers every request with status 200 and this, and does nothing. */
const STARTING = 'n8n is starting up. Please wait';

/** What PostgreSQL, here n8n's own database, refuses or stores as something else. */
const HALF_AN_EMOJI = '🙂'.slice(0, 1);
const NUL = '\0';
const ENTERED = {
	name: `Zoë ${HALF_AN_EMOJI}`,
	email: `${HALF_AN_EMOJI}@example.com`,
	[`message${NUL}`]: `a${NUL}b`,
};

/** The example with its hour shortened, and the ten minutes after which a run counts as interrupted. */
async function publishExample({ n8n }: QueueWorld, { emulator, credential }: Service, crm: Crm) {
	const formId = emulator.addForm({ name: 'Contact' }).id;
	const file = loadExample('every-submission-once', {
		credential,
		formId,
		parameters: { 'Every hour': SCHEDULE, 'Send to the CRM': { url: crm.url } },
	});
	const hasty = JSON.stringify(file).replaceAll('{ minutes: 10 }', '{ minutes: 1 }');
	const { id: workflowId } = await n8n.workflows.create(JSON.parse(hasty) as WorkflowFile);
	await n8n.workflows.publish(workflowId);
	return { workflowId, formId };
}

describe(`n8n in queue mode, while a worker is killed and the webhook process restarted during ${SUBMISSIONS} submissions`, () => {
	const world = useQueueWorld();
	let crm: Crm;
	let receiver: { workflowId: string; submitted: string[] };
	let example: { workflowId: string; submitted: string[] };
	/** One that the CRM didn't take at first. */
	let refused: string;

	beforeAll(async () => {
		const { database, workers, webhook, addService } = world();
		await keepSubmissionIds(database);
		crm = await startCrm();
		const service = await addService();
		const { emulator } = service;
		const { destination, ...toReceiver } = await publishReceiver(world(), service, WORK_SECONDS);
		const toExample = await publishExample(world(), service, crm);
		receiver = { ...toReceiver, submitted: [] };
		example = { ...toExample, submitted: [] };

		const addToExample = () => {
			const { id } = emulator.addSubmission({ formId: toExample.formId, data: ENTERED });
			example.submitted.push(id);
			return id;
		};
		let begun = 0;
		let accepted = 0;
		const sender = async () => {
			while (begun++ < SUBMISSIONS) {
				addToExample();
				receiver.submitted.push(await deliver(service, toReceiver.formId, destination));
				accepted++;
			}
		};
		const afterShare = async (share: number) =>
			await waitFor(
				`${share} of the deliveries to be accepted`,
				() => accepted >= share * SUBMISSIONS,
				{ timeoutMs: LONGEST_MS },
			);
		const killWorker = async () => {
			await afterShare(1 / 4);
			await workers[0].kill();
			await workers[0].start();
		};
		const restartWebhook = async () => {
			await afterShare(1 / 2);
			await webhook.stop();
			await webhook.start();
		};
		await Promise.all([...Array.from({ length: AT_ONCE }, sender), killWorker(), restartWebhook()]);

		refused = addToExample();
		// Only at first, for a reason that PostgreSQL doesn't store as it is, and that the example tries again: not 422.
		crm.answerWith(({ key }) =>
			key === refused && crm.requests.filter((one) => one.key === key).length === 1
				? { status: 500, body: { message: `${'a'.repeat(199)}🙂 ${NUL}${HALF_AN_EMOJI}` } }
				: 'take',
		);
	}, LONGEST_MS);

	afterAll(async () => await crm?.stop());

	it(
		'each have one execution that ended',
		async () => {
			const { database } = world();

			const executions = await waitFor(
				'each to have an execution that ended',
				async (see) => {
					const found = await executionsOf(database, receiver.workflowId);
					const running = found.filter(({ status }) => !ENDED.includes(status));
					const ids = new Set(found.map(({ submissionId }) => submissionId));
					const missing = receiver.submitted.filter((id) => !ids.has(id));
					see({ running: running.length, missing });
					return running.length + missing.length === 0 ? found : undefined;
				},
				{ timeoutMs: LONGEST_MS, everyMs: 1_000 },
			);

			const failed = executions.filter(({ status }) => status !== 'success').length;
			const again = executions.length - receiver.submitted.length;
			print(
				`${executions.length} executions: ${failed} failed, ${again} the second of a submission`,
			);
			expect(again).toBe(0);
		},
		LONGEST_MS,
	);

	it(
		'each reach the CRM, and none becomes two contacts, with the example every-submission-once',
		async () => {
			const { n8n } = world();

			await waitFor(
				'every submission to reach the CRM',
				(see) => {
					see(`${crm.contacts.size} of ${example.submitted.length}`);
					return crm.contacts.size >= example.submitted.length;
				},
				{ timeoutMs: LONGEST_MS, everyMs: 1_000 },
			);

			expect([...crm.contacts.keys()].sort()).toEqual([...example.submitted].sort());
			const errors = (await n8n.executions.ofWorkflow(example.workflowId)).map(
				({ error }) => error,
			);
			expect(errors).toContainEqual(
				expect.stringContaining(`1 submission did not reach the CRM∶ ${refused}, `),
			);
			const again = crm.taken.length - crm.contacts.size;
			print(`${crm.contacts.size} contacts in the CRM, ${again} sent a second time`);
		},
		LONGEST_MS,
	);
});

/** Delivers a submission until it gets a 2xx, as only what n8n loses itself counts; returns its ID. */
async function deliver(
	{ emulator }: Service,
	formId: string,
	destination: Destination,
): Promise<string> {
	const submission = emulator.addSubmission({ formId });
	await waitFor(
		`${submission.id} to be accepted`,
		async (see) => {
			const delivery = emulator.buildDelivery(submission, destination);
			const answer = await emulator.deliver(delivery).catch(see);
			see(answer);
			return answer?.status === 200 && answer.body !== STARTING;
		},
		{ timeoutMs: LONGEST_MS, everyMs: 500 },
	);
	return submission.id;
}

/** For `RESULTS.md`. */
const print = (figures: string) => process.stdout.write(`${figures}\n`);
