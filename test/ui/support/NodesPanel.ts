import type { Locator, Page } from 'playwright-core';

/** The panel for finding nodes and adding them to the canvas. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	get root(): Locator {
		return this.page.getByTestId('node-creator');
	}

	async search(text: string): Promise<void> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		// Earlier results stay for a moment and must disappear before the next search counts.
		await bar.fill('no node has this name');
		await this.root.getByTestId('node-creator-item-name').first().waitFor({ state: 'hidden' });
		await bar.fill(text);
	}

	/** A node in the results. Badges follow its name, so the name's own text is matched exactly. */
	entry(name: string): Locator {
		const title = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		return this.root.getByTestId('item-iterator-item').filter({ has: title });
	}
}
