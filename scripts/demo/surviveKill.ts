import { waitFor } from '../../sandbox/host/waitFor';
import type { Stage } from './prepare';
import type { Report } from './report';

const EARLIER = 20;
/** The submission in progress when n8n is killed. */
const IN_HAND = 11;
const HOUR_MS = 60 * 60_000;
const LONGEST_MS = 90_000;

/** The story of every-submission-once: n8n is killed midway, and visitors submit while it is down. */
export async function surviveKill(stage: Stage, report: Report): Promise<void> {
	const { crm, workflows, world } = stage;
	const { id: workflowId } = workflows['every-submission-once'];
	const { id: formId } = world.orders;
	const inTheCrm = async (ids: string[]) =>
		await waitFor(
			`${ids.length} contacts in the CRM`,
			(see) => {
				see(`${crm.contacts.size}`);
				return ids.every((id) => crm.contacts.has(id)) ? true : undefined;
			},
			{ timeoutMs: LONGEST_MS },
		);

	// Received before the trigger was published: only scheduled runs find them.
	const from = Date.now() - HOUR_MS;
	const earlier = world.emulator.addSubmissions(formId, EARLIER, { from }).map(({ id }) => id);
	const inHand = earlier[IN_HAND] ?? '';
	crm.answerWith(({ key }) => (key === inHand ? 'takeAndHang' : 'take'));
	await stage.n8n.workflows.publish(workflowId);
	await inTheCrm([inHand]);
	const before = crm.contacts.size;

	await stage.process.kill();
	report.line(`n8n was killed (SIGKILL) when ${before} of ${EARLIER} orders were in the CRM.`);
	const ordered = ['Ada', 'Grace'].map(
		(name) => world.emulator.addSubmission({ formId, data: { name } }).id,
	);
	report.line('While it was away, two visitors ordered: those deliveries are lost.');
	crm.answerWith(() => 'take');
	await stage.process.start();
	report.line('n8n is back. One more visitor orders.');
	const { submission, results } = await world.emulator.submit(formId, { name: 'Edsger' });
	report.check('Delivery of that order', '200', results.map(({ status }) => status).join(', '));

	const all = [...earlier, ...ordered, submission.id];
	await inTheCrm(all);
	const timesOf = (key: string) => crm.taken.filter((taken) => taken === key).length;
	await waitFor(
		'the one in progress to come again',
		() => (timesOf(inHand) > 1 ? true : undefined),
		{
			timeoutMs: LONGEST_MS,
		},
	);
	await stage.n8n.workflows.unpublish(workflowId);

	report.check('Orders in the CRM', `${all.length}`, `${crm.contacts.size}`);
	const twice = all.filter((id) => timesOf(id) > 1);
	report.check('Sent again: the one in progress when n8n was killed', inHand, twice.join(', '));
	report.line('  It was sent with the same Idempotency-Key, so the CRM has it only once.');
}
