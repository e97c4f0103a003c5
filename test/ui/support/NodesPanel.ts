import type { Locator, Page } from 'playwright-core';

/** Where nodes are found and put on the canvas. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	get root(): Locator {
		return this.page.getByTestId('node-creator');
	}

	async search(text: string): Promise<void> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		// What an earlier search found stays for a moment: it has to go before the next one counts.
		await bar.fill('no node has this name');
		await this.root.getByTestId('node-creator-item-name').first().waitFor({ state: 'hidden' });
		await bar.fill(text);
	}

	/** What the opened node can do. */
	get actions(): Locator {
		return this.root.getByTestId('node-creator-item-name').filter({ hasText: /^\s*Get / });
	}

	/** Where the opened node can do one thing only, there is nothing else to choose. */
	async addToWorkflow(): Promise<void> {
		await this.root.getByText('Add to workflow').click();
	}

	/** Unfolds how the opened node can start a workflow; only what it can do is open at first. */
	async showTriggers(): Promise<void> {
		await this.root.getByText(/^\s*Triggers \(/).click();
	}

	/** How the opened node can start a workflow. */
	get triggers(): Locator {
		return this.root.getByTestId('node-creator-item-name').filter({ hasText: /^\s*On / });
	}

	/** A found node; its name is followed by marks, so it is compared as a whole text. */
	entry(name: string): Locator {
		const title = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		return this.root.getByTestId('item-iterator-item').filter({ has: title });
	}
}
