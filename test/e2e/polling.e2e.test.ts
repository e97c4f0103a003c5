import { createPolledForm } from './support/polledForm';
import { createRestartableHost, type RestartableHost } from './support/restartableHost';
import { pollingWorkflow } from './support/triggerWorkflow';

describe('The polling trigger in a real n8n', () => {
	let host: RestartableHost;

	beforeAll(async () => {
		// 2,500 submissions need 25 requests: at 20 a minute, the backlog takes more than one poll.
		host = await createRestartableHost({}, 20);
	});

	afterAll(async () => await host?.end());

	it('returns each of 2,500 submissions that arrived while n8n was stopped once, then three more', async () => {
		const polled = await createPolledForm(host, (id) => pollingWorkflow(host.credential, id));
		await host.n8n().workflows.publish(polled.workflowId);
		expect(await polled.returned()).toEqual([]);

		await host.stop();
		polled.arrive(2_500);
		await host.start();
		await polled.all();
		polled.arrive(3);
		await polled.all();

		expect((await polled.returned()).slice(-3)).toEqual(polled.arrived.slice(-3));
		expect(await polled.everything()).toEqual(polled.arrived);
	});
});
