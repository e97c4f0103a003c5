import { loadExample } from '../sandbox/client/examples';
import type { Execution } from '../sandbox/client/n8nClient';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import { useHost } from './support/host';

/** Together, all data tables may hold this much; n8n looks each time. */
const LIMITED = {
	N8N_DATA_TABLES_MAX_SIZE_BYTES: '300000',
	N8N_DATA_TABLES_SIZE_CHECK_CACHE_DURATION_MS: '0',
};

const FILLER = 'Filler';

describe('The examples that use data tables, in a real n8n whose tables are full', () => {
	const host = useHost(() => LIMITED);
	let crm: Crm;
	let formId: string;

	beforeEach(async () => {
		crm = await startCrm();
		formId = host().emulator.addForm({ name: 'Contact' }).id;
	});

	afterEach(async () => await crm.stop());

	const receive = (count: number, data: Record<string, unknown> = {}) =>
		host()
			.emulator.addSubmissions(formId, count, {
				from: Date.now() - 3_600_000,
				data: (index) => ({
					name: `Visitor ${index}`,
					email: `visitor-${index}@example.com`,
					...data,
				}),
			})
			.map(({ id }) => id);

	const fill = async () => await host().n8n.dataTables.create(FILLER, ['x'.repeat(350_000)]);

	const makeRoom = async () => await host().n8n.dataTables.delete(FILLER);

	const runOf = async (workflowId: string, trigger: string): Promise<Execution> =>
		await host().n8n.executions.run(workflowId, { trigger });

	it('every-submission-once sends nothing, says why with the limit, and sends each once when there is room', async () => {
		const { n8n, credential } = host();
		const file = loadExample('every-submission-once', {
			...{ credential, formId },
			parameters: { 'Send to the CRM': { url: crm.url } },
		});
		const { id: workflowId } = await n8n.workflows.create(file);
		const before = receive(1);
		await runOf(workflowId, 'Every hour');
		const ids = receive(12);

		await fill();
		const full = await runOf(workflowId, 'Every hour');
		const sentWhileFull = [...crm.taken];
		await makeRoom();
		const runs = [await runOf(workflowId, 'Every hour'), await runOf(workflowId, 'Every hour')];

		expect(sentWhileFull).toEqual(before);
		expect(full.error).toMatch(/^12 submissions did not reach the CRM∶ /);
		for (const id of ids) expect(full.error).toContain(`${id}, visitor-`);
		expect(full.error).toContain("n8n didn't take its record∶ usually, its data tables are full");
		expect(full.error).toContain('200 MiB');
		expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
		expect([...crm.taken].sort()).toEqual([...before, ...ids].sort());
	});

	it('recent-submissions-to-data-table shortens what fills a table, and names what it could not write', async () => {
		const { n8n, credential } = host();
		const { id: workflowId } = await n8n.workflows.create(
			loadExample('recent-submissions-to-data-table', { credential, formId }),
		);
		const signature = `data:image/png;base64,${'A'.repeat(100_000)}`;
		const ids = receive(2, { signature });

		const first = await runOf(workflowId, 'Every morning');
		const [row] = await n8n.dataTables.rows(`Form submissions ${workflowId}`);
		await fill();
		const later = receive(1);
		const full = await runOf(workflowId, 'Every morning');
		await makeRoom();

		expect(first.error).toBeUndefined();
		expect(String(row?.answers).length).toBeLessThan(12_000);
		expect(String(row?.answers)).toContain('… (shortened)');
		expect(full.error).toMatch(/^3 submissions could not be written∶ /);
		for (const id of [...ids, ...later]) expect(full.error).toContain(id);
		expect(full.error).toContain('data tables may be full∶ together, they hold 200 MiB');
	});
});
