import { publishBothTriggers } from './support/bothTriggers';
import { withCommunityNodes } from './support/communityNodes';
import { startEmptyHost, type EmptyHost } from './support/emptyHost';

const PACKAGE = 'n8n-nodes-form-submissions';

describe('The package, installed from npm in the editor', () => {
	let host: EmptyHost;

	beforeAll(async () => {
		host = await startEmptyHost();
	});

	afterAll(async () => await host?.end());

	it('keeps secrets, destinations and positions when it is updated', async () => {
		const { registry, url } = host;
		await registry.publish('1.0.0');
		await withCommunityNodes(url, async (page) => {
			await page.install(PACKAGE);
			expect(await page.readCard()).toMatch(/3 nodes.*v1\.0\.0/);
		});
		const triggers = await publishBothTriggers(host);
		const registered = triggers.destinations();
		await triggers.changeKey();
		expect(await triggers.submit()).toBe(200);
		await triggers.untilPolled();

		await registry.publish('1.0.1');
		expect(await triggers.submit()).toBe(200);
		await withCommunityNodes(url, async (page) => {
			await page.update();
			expect(await page.readCard()).toContain('v1.0.1');
		});

		expect(await triggers.submit()).toBe(200);
		await triggers.untilPolled();
		await host.restart();
		expect(await triggers.submit()).toBe(200);
		await host.n8n().workflows.unpublish(triggers.id);
		await host.n8n().workflows.publish(triggers.id);
		expect(await triggers.submit()).toBe(200);
		await triggers.untilPolled();
		expect(triggers.destinations()).toEqual(registered);
		expect(await triggers.polled()).toEqual(triggers.submitted);
		expect(await triggers.delivered()).toEqual(triggers.submitted);
	});

	it('goes on where it was once it is installed again after it was uninstalled', async () => {
		const triggers = await publishBothTriggers(host);
		const registered = triggers.destinations();
		await withCommunityNodes(host.url, async (page) => await page.uninstall());
		expect(await triggers.submit()).toBe(400);

		await withCommunityNodes(host.url, async (page) => await page.install(PACKAGE));
		expect(await triggers.submit()).toBe(200);
		await triggers.untilPolled();

		expect(triggers.destinations()).toEqual(registered);
		expect(await triggers.polled()).toEqual(triggers.submitted);
		expect(await triggers.delivered()).toEqual(triggers.submitted.slice(1));
	});
});
