import type { Locator } from 'playwright-core';

export type Table = { columns: string[]; rows: Record<string, string>[] };

/** The right-hand part of a node's panel: what the node gave, or why it could not. */
export class OutputPanel {
	constructor(readonly root: Locator) {}

	/** The message of a node that could not do its work. */
	get problem(): Locator {
		return this.root.getByTestId('node-error-message');
	}

	/** What the node says beside its output. */
	get hint(): Locator {
		return this.root.getByTestId('run-data-hints');
	}

	get table(): Locator {
		return this.root.locator('table').first();
	}

	/** Waits for rows and shows the first one's fields below each other. */
	async openSchema(): Promise<void> {
		await this.switchTo('schema');
		await this.root.getByTestId('run-data-schema-item').first().waitFor();
	}

	/** Waits for rows and reads them as a person does in the table view. */
	async readTable(): Promise<Table> {
		await this.switchTo('table');
		const { table } = this;
		await table.locator('tbody tr').first().waitFor();
		const columns = (await table.locator('thead th').allInnerTexts())
			.map((name) => name.trim())
			.filter((name) => name !== '');
		const cells = await Promise.all(
			(await table.locator('tbody tr').all()).map(
				async (row) => await row.locator('td').allInnerTexts(),
			),
		);
		const rows = cells.map((texts) =>
			Object.fromEntries(columns.map((name, index) => [name, (texts[index] ?? '').trim()])),
		);
		return { columns, rows };
	}

	/** The named columns: behind them n8n keeps an empty one, which may reach beyond the panel. */
	async pictureOfTable(): Promise<Buffer> {
		const table = await this.table.boundingBox();
		const columns = this.table.locator('thead th').filter({ hasText: /\S/ });
		const last = await columns.last().boundingBox();
		if (table === null || last === null) throw new Error('The table is not shown');
		const clip = { ...table, width: last.x + last.width - table.x };
		return await this.table.page().screenshot({ clip });
	}

	/** Not by the mouse: n8n may show a hint about pinning right over the buttons. */
	private async switchTo(view: 'schema' | 'table'): Promise<void> {
		const button = this.root.getByTestId(`radio-button-${view}`);
		await button.waitFor();
		await button.dispatchEvent('click');
	}
}
