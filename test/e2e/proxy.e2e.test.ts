import { startForwardProxy, type ForwardProxy } from './support/forwardProxy';
import { startHost, type Host } from './support/host';
import { NODE_NAME, runNode } from './support/runNode';
import { withCredential } from './support/withCredential';

describe('An n8n behind a proxy', () => {
	let proxy: ForwardProxy;
	let host: Host;

	beforeAll(async () => {
		proxy = await startForwardProxy();
		host = await startHost({ HTTP_PROXY: proxy.url });
	});

	afterAll(async () => {
		await host?.stop();
		await proxy?.stop();
	});

	it('sends every request of a walk through the proxy', async () => {
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
		const pages = host.emulator.requests.filter(({ path }) => path === '/v1/submissions');
		expect(pages).toHaveLength(3);
	});

	describe('in a connection test with the API key', () => {
		const PUBLIC = 'api.example.com';

		/** Runs the connection test with this base URL. */
		const test = async (baseUrl: string) =>
			await withCredential(host, { baseUrl }, (credential) =>
				host.n8n.credentials.test(credential, { baseUrl, apiKey: host.apiKey }),
			);

		it('sends nothing over HTTP to a public host, however the URL is written, and says so', async () => {
			proxy.forwarded.length = 0;
			const entered = [
				`http://${PUBLIC}`,
				`HTTP://${PUBLIC}:80/v1/`,
				`  http://${PUBLIC}/forms  `,
				'http://8.8.8.8',
				'http://[2001:4860:4860::8888]/',
				'http://134744072',
				'http://0x8.0x8.0x8.0x8',
				`http://localhost.${PUBLIC}`,
				'http://evil。com',
			];

			for (const baseUrl of entered) {
				const { status, message } = await test(baseUrl);
				expect([baseUrl, status]).toEqual([baseUrl, 'Error']);
				expect(message).toMatch(/starts with http:\/\/, .* enter an address .* https:\/\//);
			}

			expect(proxy.forwarded).toEqual([]);
		});
	});
});
