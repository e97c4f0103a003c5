/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { loadExample } from '../../sandbox/client/examples';
import { sleep, waitFor } from '../../sandbox/host/waitFor';
import { startCrm, type Crm } from '../../sandbox/standIns/crm';
import type { Figures } from '../support/figures';
import type { QueueWorld } from '../support/queueWorld';

const SUBMISSIONS = Number(process.env.QUEUE_TEST_DELIVERIES ?? 200);
const AT_ONCE = 8;
/** About what a delivery takes: forms are submitted at the same pace while n8n receives nothing. */
const PACE_MS = 400;
/** Every two minutes instead of every hour: each scheduled run ends before the next one begins. */
const SCHEDULE = {
	rule: { interval: [{ field: 'cronExpression', expression: '0 */2 * * * *' }] },
};
const LONGEST_MS = 1_200_000;

/** The example while a worker is killed and a webhook process restarted; no delivery is repeated. */
export function describeEverySubmissionOnce(world: () => QueueWorld, figures: Figures): void {
	describe(`every-submission-once: ${SUBMISSIONS} submissions while a worker is killed and the webhook process restarted`, () => {
		let crm: Crm;
		let submitted: string[];
		let delivered = 0;

		beforeAll(async () => {
			const { n8n, workers, webhook, addService } = world();
			crm = await startCrm();
			const { emulator, credential } = await addService({ keepRequests: false });
			const formId = emulator.addForm({ name: 'Contact' }).id;
			const file = loadExample('every-submission-once', {
				credential,
				formId,
				edits: { 'Get submissions': { from: 'minutes: 10', to: 'minutes: 1' } },
				parameters: { 'Every hour': SCHEDULE, 'Send to the CRM': { url: crm.url } },
			});
			const { id } = await n8n.workflows.create(file);
			await n8n.workflows.publish(id);

			submitted = [];
			const [destination] = emulator.destinations(formId);
			if (destination === undefined) throw new Error('No destination was registered');
			/** Delivers it once: the specification promises no more. */
			const submit = async () => {
				const data = { name: 'Visitor', email: 'visitor@example.com', message: 'Hi' };
				const submission = emulator.addSubmission({ formId, data });
				submitted.push(submission.id);
				const delivery = emulator.buildDelivery(submission, destination);
				const answer = await emulator.deliver(delivery).catch(() => undefined);
				if (answer?.status === 200) delivered += 1;
				else await sleep(PACE_MS);
			};
			const sender = async () => {
				while (submitted.length < SUBMISSIONS) await submit();
			};
			const afterShare = async (share: number) =>
				await waitFor(
					`${share} of the submissions`,
					() => (submitted.length >= share * SUBMISSIONS ? true : undefined),
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
			await Promise.all([
				...Array.from({ length: AT_ONCE }, sender),
				killWorker(),
				restartWebhook(),
			]);
			await waitFor(
				'every submission to reach the CRM',
				(see) => {
					see(`${crm.contacts.size} of ${submitted.length}`);
					return submitted.every((one) => crm.contacts.has(one)) ? true : undefined;
				},
				{ timeoutMs: LONGEST_MS, everyMs: 1_000 },
			);
			await n8n.workflows.unpublish(id);
		}, 2 * LONGEST_MS);

		afterAll(async () => {
			await crm?.stop();
		});

		it('each reach the CRM, and none becomes two contacts', () => {
			const again = crm.taken.length - crm.contacts.size;
			figures.add(
				'every-submission-once: submissions that reached the CRM',
				`${crm.contacts.size} of ${submitted.length}`,
				`despite a killed worker and a restarted webhook process; ${submitted.length - delivered} deliveries were not received, and not repeated`,
			);
			figures.add('… sent a second time', String(again), 'under the same key, by two runs at once');

			expect([...crm.contacts.keys()].sort()).toEqual([...submitted].sort());
		});
	});
}
