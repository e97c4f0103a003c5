import type { Locator } from 'playwright-core';

export type Table = { columns: string[]; rows: Record<string, string>[] };

/** The right-hand side of a node's panel: the node's output, or its error. */
export class OutputPanel {
	constructor(readonly root: Locator) {}

	/** The hint that the node shows with its output. */
	get hint(): Locator {
		return this.root.getByTestId('run-data-hints');
	}

	get table(): Locator {
		return this.root.locator('table').first();
	}

	/** Waits for rows, and switches to the view that lists the fields of the first row. */
	async openSchema(): Promise<void> {
		await this.switchTo('schema');
		await this.root.getByTestId('run-data-schema-item').first().waitFor();
	}

	/** Waits for rows, and reads them from the table view as a user would. */
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

	/** The named columns. After them, n8n keeps an empty column that may extend beyond the panel. */
	async pictureOfTable(): Promise<Buffer> {
		const table = await this.table.boundingBox();
		const columns = this.table.locator('thead th').filter({ hasText: /\S/ });
		const last = await columns.last().boundingBox();
		if (table === null || last === null) throw new Error('The table is not shown');
		const clip = { ...table, width: last.x + last.width - table.x };
		return await this.table.page().screenshot({ clip });
	}

	/** Doesn't use the mouse, as n8n may cover the buttons with a hint about pinning. */
	private async switchTo(view: 'schema' | 'table'): Promise<void> {
		const button = this.root.getByTestId(`radio-button-${view}`);
		await button.waitFor();
		await button.dispatchEvent('click');
	}
}
