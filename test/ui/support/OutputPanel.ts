import type { Locator } from 'playwright-core';

export type Table = { columns: string[]; rows: Record<string, string>[] };

/** The right-hand side of a node's panel: the node's output, or its error. */
export class OutputPanel {
	constructor(readonly root: Locator) {}

	/** The hint that the node shows with its output. */
	get hint(): Locator {
		return this.root.getByTestId('run-data-hints');
	}

	/** Waits for rows, and reads them from the table view as a user would. */
	async readTable(): Promise<Table> {
		// Doesn't use the mouse, as n8n may cover the buttons with a hint about pinning.
		const button = this.root.getByTestId('radio-button-table');
		await button.waitFor();
		await button.dispatchEvent('click');
		const table = this.root.locator('table').first();
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
}
