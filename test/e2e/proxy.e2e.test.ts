import { startForwardProxy, type ForwardProxy } from './support/forwardProxy';
import { startHost, type Host } from './support/host';
import { NODE_NAME, runNode } from './support/runNode';

describe('An n8n behind a proxy', () => {
	let proxy: ForwardProxy;
	let host: Host;

	beforeAll(async () => {
		proxy = await startForwardProxy();
		host = await startHost({ HTTP_PROXY: proxy.url });
	}, 300_000);

	afterAll(async () => {
		await host?.stop();
		await proxy?.stop();
	}, 60_000);

	it('sends every request of a walk through it', async () => {
		const form = host.emulator.addForm({ name: 'Contact' });
		host.emulator.addSubmissions(form.id, 250);
		host.emulator.clearRequests();

		const parameters = { resource: 'submission', operation: 'getAll', returnAll: true };
		const execution = await runNode(host, parameters);

		expect(execution.output(NODE_NAME)).toHaveLength(250);
		const walked = proxy.forwarded.filter((url) =>
			url.startsWith(`${host.baseUrl}/v1/submissions`),
		);
		expect(walked).toHaveLength(3);
		expect(host.emulator.requests).toHaveLength(3);
	}, 60_000);
});
