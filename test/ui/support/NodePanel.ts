import type { Locator, Page } from 'playwright-core';

import { waitFor } from '../../sandbox/host/waitFor';
import { readText, textsOf } from './texts';
import { CredentialDialog } from './CredentialDialog';
import { OutputPanel } from './OutputPanel';
import { ResourceLocator } from './ResourceLocator';

/** The panel that opens when a node is double-clicked: input, parameters, output. */
export class NodePanel {
	readonly root: Locator;

	readonly output: OutputPanel;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('ndv');
		this.output = new OutputPanel(this.root.getByTestId('output-panel'));
	}

	get parameters(): Locator {
		return this.root.getByTestId('node-parameters');
	}

	/** The labels of all visible fields. */
	async readLabels(): Promise<string[]> {
		await this.labels.first().waitFor();
		return await textsOf(this.labels);
	}

	/** The fields of earlier nodes that n8n offers for mapping. */
	get inputFields(): Locator {
		return this.root.getByTestId('run-data-schema-item').filter({ visible: true });
	}

	get notices(): Locator {
		return this.parameters.locator('.notice');
	}

	/** The message that a webhook trigger shows while it waits for a test event. */
	get listening(): Locator {
		return this.root.getByTestId('trigger-listening');
	}

	/** Expands and reads the help in a trigger's panel about when it runs. */
	async readExecutionsHelp(): Promise<string> {
		const help = this.root.getByText('When will this node trigger my flow?');
		await help.click();
		return await readText(help.locator('..').locator('..'));
	}

	private get labels(): Locator {
		return this.root.getByTestId('input-label').filter({ visible: true });
	}

	locator(parameter: string): ResourceLocator {
		return new ResourceLocator(this.page, this.root.getByTestId(`resource-locator-${parameter}`));
	}

	parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`);
	}

	/** Chooses an option in a field with a list of options. */
	async select(parameter: string, option: string): Promise<void> {
		await this.parameter(parameter).click();
		await this.options.filter({ hasText: option }).first().click();
	}

	/** Opens the options of a multiple-choice field. */
	async openOptions(parameter: string): Promise<void> {
		await this.parameter(parameter).locator('input').first().click();
	}

	/** The options in the open list. */
	get options(): Locator {
		return this.page.getByRole('option').filter({ visible: true });
	}

	/** Adds one of the fields that a collection's button offers. */
	async add(button: string, field: string): Promise<void> {
		await this.parameters.getByPlaceholder(button, { exact: true }).click();
		const option = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await option.getByText(field, { exact: true }).click();
		await this.labels.getByText(field, { exact: true }).waitFor();
	}

	/** Adds every field that a collection's button offers. */
	async addAll(button: string): Promise<void> {
		// n8n shows a list of the fields to add, or a plain button if there is only one.
		const add = this.parameters
			.getByPlaceholder(button, { exact: true })
			.or(this.parameters.getByText(button, { exact: true }));
		const option = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await add.waitFor();
		while (await add.isVisible()) {
			const before = await this.labels.count();
			// n8n loads some kinds of fields only now, and the list is closing meanwhile.
			let isChosen = false;
			await add.click();
			await waitFor('one more field', async (see) => {
				see(await this.labels.allInnerTexts());
				if ((await this.labels.count()) > before) return true;
				if (!isChosen && (await option.count()) > 0) {
					isChosen = true;
					await option.first().click();
				}
				return undefined;
			});
			await option.first().waitFor({ state: 'hidden' });
			await this.addFirstEntry();
		}
	}

	/** A field that can have several entries begins with none, and n8n drops it if it stays so. */
	private async addFirstEntry(): Promise<void> {
		const none = this.parameters.getByText('Currently no items exist', { exact: true });
		if (!(await none.isVisible())) return;
		await this.parameters.getByTestId('fixed-collection-add').click();
		await none.waitFor({ state: 'hidden' });
	}

	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
	}

	/** Opens the dialog for a new credential; the node must have none yet. */
	async createCredential(): Promise<CredentialDialog> {
		await this.root.getByTestId('node-credentials-select').click();
		await this.page.getByTestId('node-credentials-select-item-new').click();
		return await CredentialDialog.opened(this.page);
	}

	async editCredential(): Promise<CredentialDialog> {
		await this.root.getByTestId('credential-edit-button').click();
		return await CredentialDialog.opened(this.page);
	}

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
