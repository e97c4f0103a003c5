import { CREDENTIAL_TYPE } from '../sandbox/client/workflowFile';
import { startHost, type Host } from '../e2e/support/host';
import { testedInstallation } from '../e2e/support/restartableHost';

const PACKAGE = 'n8n-nodes-form-submissions';

/** What a person sees before a workflow is made: the nodes, their pictures, the words that find them. */
describe('The panel of n8n', () => {
	let host: Host;

	beforeAll(async () => {
		host = await startHost({});
	}, 300_000);

	afterAll(async () => await host?.stop(), 60_000);

	it('is that of the versions that are pinned', async () => {
		expect(await host.n8n.catalog.versions()).toEqual(testedInstallation().versions);
	});

	it('has the action among the tools of AI agents', async () => {
		const nodes = await host.n8n.catalog.nodes(PACKAGE);
		const tool = nodes.find(({ name }) => name === `${PACKAGE}.formSubmissionsTool`);
		expect(tool).toMatchObject({
			outputs: ['ai_tool'],
			codex: { categories: expect.arrayContaining(['AI']) },
		});
	});

	it('gives a picture for light and for dark of every node and of the credential', async () => {
		const { n8n, server } = host;
		const nodes = await n8n.catalog.nodes(PACKAGE);
		const credential = await n8n.catalog.credential(CREDENTIAL_TYPE);
		const pictures = [...nodes, credential].flatMap(({ iconUrl }) => {
			expect(iconUrl).toEqual({ light: expect.any(String), dark: expect.any(String) });
			return Object.values(iconUrl as { light: string; dark: string });
		});
		for (const path of new Set(pictures)) {
			const picture = await fetch(`${server.url}/${path}`);
			expect(picture.status).toBe(200);
			expect(picture.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
			expect(await picture.text()).toMatch(/^<svg /);
		}
		expect(new Set(pictures).size).toBeGreaterThan(1);
	});
});
