import type { Locator, Page } from 'playwright-core';

import { readText } from './texts';
import { OutputPanel } from './OutputPanel';

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

	/** The fields of earlier nodes that n8n offers for mapping. */
	get inputFields(): Locator {
		return this.root.getByTestId('run-data-schema-item').filter({ visible: true });
	}

	get notices(): Locator {
		return this.parameters.locator('.notice');
	}

	/** Expands and reads the help in a trigger's panel about when it runs. */
	async readExecutionsHelp(): Promise<string> {
		const help = this.root.getByText('When will this node trigger my flow?');
		await help.click();
		return await readText(help.locator('..').locator('..'));
	}

	/** A field whose value is chosen from a list or entered as an ID. */
	locator(parameter: string): Locator {
		return this.root
			.getByTestId(`resource-locator-${parameter}`)
			.getByTestId('rlc-input-container');
	}

	/** Its input, while the list is closed. */
	locatorInput(parameter: string): Locator {
		return this.locator(parameter).locator('input');
	}

	/** Those of the open list. */
	get entries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** Opens its list, and returns the entries: those with this in their names, if it is given. */
	async openList(parameter: string, search?: string): Promise<Locator> {
		await this.locator(parameter).click();
		if (search !== undefined) await this.page.getByTestId('rlc-search').fill(search);
		return this.entries;
	}

	parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`);
	}

	/** Chooses an option in a field with a list of options. */
	async select(parameter: string, option: string): Promise<void> {
		await this.parameter(parameter).click();
		await this.options.filter({ hasText: option }).first().click();
	}

	/** The options in the open list. */
	get options(): Locator {
		return this.page.getByRole('option').filter({ visible: true });
	}

	/** Turns on one of the switches under Settings, which n8n has for all nodes. */
	async turnOn(setting: string): Promise<void> {
		await this.root.getByTestId('tab-settings').click();
		await this.parameter(setting).locator('.el-switch').click();
	}

	/** Adds one of the fields that a collection's button offers. */
	async add(button: string, field: string): Promise<void> {
		await this.parameters.getByPlaceholder(button, { exact: true }).click();
		const option = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await option.getByText(field, { exact: true }).click();
		const label = this.root.getByTestId('input-label').filter({ visible: true });
		await label.getByText(field, { exact: true }).waitFor();
	}

	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
	}

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
