import { waitFor } from '../../sandbox/host/waitFor';
import { createRestartableHost, type RestartableHost } from './support/restartableHost';
import { POLLING_NODE, pollingWorkflow } from './support/triggerWorkflow';

describe('The polling trigger in a real n8n', () => {
	let host: RestartableHost;

	beforeAll(async () => {
		// 2,500 submissions need 25 requests: at 20 a minute, the backlog takes more than one poll.
		host = await createRestartableHost({}, 20);
	}, 300_000);

	afterAll(async () => await host?.end(), 60_000);

	it('returns each of 2,500 submissions that arrived while n8n was stopped once, then three more', async () => {
		const form = host.emulator.addForm({ name: 'Contact' });
		host.emulator.addSubmissions(form.id, 5, { from: Date.now() - 3_600_000 });
		const { id } = await host.n8n().workflows.create(pollingWorkflow(host.credential, form.id));
		await host.n8n().workflows.publish(id);
		const given = async () =>
			(await host.n8n().executions.ofWorkflow(id)).flatMap((execution) =>
				execution.output(POLLING_NODE).map((row) => String(row.id)),
			);
		const waitForRows = async (count: number) =>
			await waitFor(
				`${count} submissions to be given`,
				async (see) => {
					const ids = await given();
					see(ids.length);
					return ids.length >= count ? ids : undefined;
				},
				{ timeoutMs: 420_000, everyMs: 2_000 },
			);
		expect(await given()).toEqual([]);

		await host.stop();
		const missed = host.emulator.addSubmissions(form.id, 2_500, { stepMs: 10, from: Date.now() });
		await host.start();
		const afterRestart = await waitForRows(2_500);
		expect([...afterRestart].sort()).toEqual(missed.map((one) => one.id).sort());

		const more = host.emulator.addSubmissions(form.id, 3);
		const all = await waitForRows(2_503);
		expect(all.slice(-3)).toEqual(more.map((one) => one.id));
	}, 900_000);
});
