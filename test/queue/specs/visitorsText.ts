import { loadExample } from '../../sandbox/client/examples';
import { waitFor } from '../../sandbox/host/waitFor';
import { startCrm } from '../../sandbox/standIns/crm';
import type { QueueWorld, Service } from '../support/queueWorld';

/** What PostgreSQL, here n8n's own database, refuses or stores as something else. */
const HALF_AN_EMOJI = '🙂'.slice(0, 1);
const NUL = '\0';
const ENTERED = [
	{ name: 'Ada' },
	{ name: `Zoë ${HALF_AN_EMOJI}` },
	{ name: `a${NUL}b` },
	{ name: `${'a'.repeat(49)}🙂 cut where n8n would shorten it` },
	{ [`name${NUL}`]: 'in the name of a field', email: `${HALF_AN_EMOJI}@example.com` },
	{ name: 'Grace' },
];
const EVERY_15_SECONDS = { rule: { interval: [{ field: 'seconds', secondsInterval: 15 }] } };

export function describeVisitorsText(world: () => QueueWorld): void {
	describe('one visitor whose text PostgreSQL does not store', () => {
		let service: Service;
		let formId: string;
		let ids: string[];

		beforeAll(async () => {
			service = await world().addService();
		});

		beforeEach(() => {
			formId = service.emulator.addForm({ name: 'Contact' }).id;
			const createdAt = Date.now() - 3_600_000;
			ids = ENTERED.map((entered) => {
				const data = { email: 'visitor@example.com', ...entered };
				return service.emulator.addSubmission({ formId, data, createdAt }).id;
			});
		});

		it('keeps no other submission from the data table', async () => {
			const { n8n } = world();
			const { credential } = service;
			const file = loadExample('recent-submissions-to-data-table', {
				credential,
				formId,
				edits: {
					// A person drags fields into two empty boxes.
					'Append or update the row': {
						from: '"submittedAt":"={{ $json.submittedAt }}"',
						to: '"name":"={{ $json.name }}","email":"={{ $json.email }}"',
					},
				},
			});
			const { id } = await n8n.workflows.create(file);

			const { error } = await n8n.executions.run(id, { trigger: 'Every morning' });

			const rows = await n8n.dataTables.rows(`Form submissions ${id}`);
			expect(error).toBeUndefined();
			expect(rows.map(({ submissionId }) => submissionId).sort()).toEqual([...ids].sort());
		});

		it('keeps no other submission from the CRM, nor does what the CRM responds', async () => {
			const { n8n } = world();
			const crm = await startCrm();
			const [refused = '', ...others] = ids;
			crm.answerWith(({ key }) =>
				key === refused
					? { status: 422, body: { message: `${'a'.repeat(199)}🙂 ${NUL}${HALF_AN_EMOJI}` } }
					: 'take',
			);
			const file = loadExample('every-submission-once', {
				credential: service.credential,
				formId,
				parameters: {
					'Every hour': EVERY_15_SECONDS,
					'Send to the CRM': {
						url: crm.url,
						bodyParameters: {
							parameters: [{ name: 'answers', value: '={{ JSON.stringify($json) }}' }],
						},
					},
				},
			});
			const { id } = await n8n.workflows.create(file);
			try {
				await n8n.workflows.publish(id);
				await waitFor('the others, and a second attempt at the refused one', (see) => {
					const attempts = crm.requests.filter(({ key }) => key === refused).length;
					see(`${crm.contacts.size} contacts, ${attempts} attempts`);
					return others.every((key) => crm.contacts.has(key)) && attempts > 1 ? true : undefined;
				});

				const runs = await n8n.executions.ofWorkflow(id);
				expect(runs.map(({ error }) => error)).toEqual(
					runs.map(() =>
						expect.stringContaining(
							`1 submission did not reach the CRM: ${refused}, visitor@example.com (`,
						),
					),
				);
				expect([...crm.taken].sort()).toEqual([...others].sort());
			} finally {
				await n8n.workflows.unpublish(id);
				await crm.stop();
			}
		});
	});
}
