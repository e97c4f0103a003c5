import type { Locator, Page } from 'playwright-core';

import type { WorkflowFile } from '../../sandbox/client/workflowFile';
import type { Workflows } from '../../sandbox/client/workflows';
import { NodePanel } from './NodePanel';
import { readText } from './texts';

/** The browser's own, as far as it is used. */
declare const navigator: { clipboard: { writeText: (text: string) => Promise<void> } };

/** The canvas of one workflow. */
export class EditorPage {
	constructor(
		readonly page: Page,
		private readonly n8nUrl: string,
		private readonly workflows: Workflows,
	) {}

	/** Creates a workflow and opens it; returns its ID. */
	async open(file: WorkflowFile): Promise<string> {
		const { id } = await this.workflows.create(file);
		await this.page.goto(`${this.n8nUrl}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
		return id;
	}

	/**
	 * Pastes a workflow's JSON onto an empty canvas, as a person does; returns the ID once n8n has saved it.
	 */
	async paste(text: string): Promise<string> {
		const { id } = await this.workflows.create({ name: 'Empty', nodes: [], connections: {} });
		const origin = this.n8nUrl;
		await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
		await this.page.goto(`${origin}/workflow/${id}`);
		await this.page.getByTestId('canvas-add-button').waitFor();
		await this.page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
		const saved = this.untilSaved('"nodes"');
		await this.page.keyboard.press('Control+V');
		await saved;
		return id;
	}

	/** Creates a workflow, and opens one of its nodes. */
	async openIn(file: WorkflowFile, node: string): Promise<NodePanel> {
		await this.open(file);
		return await this.openNode(node);
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<NodePanel> {
		await this.node(name).dblclick();
		return await this.panel();
	}

	/** The panel that is being opened. */
	async panel(): Promise<NodePanel> {
		const panel = new NodePanel(this.page);
		await panel.root.getByTestId('node-parameters').waitFor();
		return panel;
	}

	/** Waits until n8n has saved typed text: until then, an execution uses the previous value. */
	async untilSaved(text: string): Promise<void> {
		await this.page.waitForResponse((response) => {
			const request = response.request();
			const isSaving = request.method() === 'PATCH' && request.url().includes('/rest/workflows/');
			return isSaving && (request.postData() ?? '').includes(text);
		});
	}

	/** Call it before the panel opens: a field accepts no clicks while its options are loading. */
	async untilOptionsLoaded(): Promise<void> {
		await this.page.waitForResponse((response) =>
			response.url().endsWith('/dynamic-node-parameters/options'),
		);
	}

	/** Publishes the workflow and returns the message that n8n then shows: how it went, or why it can't be. */
	async publish(): Promise<string> {
		await this.page.getByRole('button', { name: 'Publish', exact: true }).click();
		const dialog = this.page.getByTestId('workflowPublish-modal');
		await dialog.getByTestId('workflow-publish-button').click();
		const refusal = this.page.getByRole('alert').filter({ hasText: 'could not be published' });
		return await readText(this.page.getByTestId('activation-modal').or(refusal));
	}
}
