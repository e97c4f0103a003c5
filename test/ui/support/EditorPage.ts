import type { Locator, Page } from 'playwright-core';

import { waitFor } from '../../../sandbox/waitFor';
import type { PageImage } from './flaws';
import { NodePanel } from './NodePanel';
import { NodesPanel } from './NodesPanel';

/** The canvas of one workflow. */
export class EditorPage {
	constructor(
		readonly page: Page,
		private readonly n8nUrl: string,
	) {}

	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.n8nUrl}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async close(): Promise<void> {
		await this.page.close();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<NodePanel> {
		await this.node(name).dblclick();
		const panel = new NodePanel(this.page);
		await panel.root.getByTestId('node-parameters').waitFor();
		return panel;
	}

	/** The address of an element's icon, once the browser has drawn it. */
	async readIcon(element: Locator): Promise<string> {
		const icon = element.locator('img').first();
		return await waitFor('the icon to be drawn', async (see) => {
			const [source, width] = await icon.evaluate((image: PageImage) => [
				image.src,
				image.complete ? image.naturalWidth : 0,
			]);
			see(`${source}, ${width} pixels wide`);
			return Number(width) > 0 ? String(source) : undefined;
		});
	}

	/** n8n's messages in the corner. */
	get messages(): Locator {
		return this.page.getByRole('alert').filter({ visible: true });
	}

	async openNodesPanel(): Promise<NodesPanel> {
		await this.page.getByTestId('node-creator-plus-button').click();
		const panel = new NodesPanel(this.page);
		await panel.root.waitFor();
		return panel;
	}
}
