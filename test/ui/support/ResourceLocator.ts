import type { Locator, Page } from 'playwright-core';

/** A field whose value is chosen from a list or entered as an ID. */
export class ResourceLocator {
	constructor(
		private readonly page: Page,
		private readonly field: Locator,
	) {}

	async openList(): Promise<void> {
		await this.field.getByTestId('rlc-input-container').click();
	}

	/** Opens the list and searches for part of a name. */
	async search(text: string): Promise<void> {
		await this.openList();
		await this.page.getByTestId('rlc-search').fill(text);
	}

	/** The entries in the open list. */
	get entries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** The input of the closed field. */
	get input(): Locator {
		return this.field.getByTestId('rlc-input-container').locator('input');
	}
}
