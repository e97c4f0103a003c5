import { createHands } from './support/hands';
import { NodePanel } from './support/NodePanel';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';

const MOST = 20;

describe('Who has a credential', () => {
	const stage = useStage();

	itInEditor(
		`needs at most ${MOST} clicks and drags from an empty canvas to the first row in a data table`,
		stage,
		async (editor) => {
			const { page } = editor;
			const { emulator, n8n, url } = stage();
			const form = emulator.addForm({ name: `Contact ${Date.now()}` });
			// A second attempt has other ones.
			const table = `Contacts of ${form.id}`;
			const entered = { 'Full name': 'Ann', email: 'ann@example.com' };
			const { click, drag, count } = createHands(page);
			const creator = page.getByTestId('node-creator').filter({ visible: true });
			const choose = async (text: string) =>
				await click(creator.getByText(text, { exact: true }).first());
			const panel = new NodePanel(page);
			await page.goto(`${url}/workflow/new`);

			await click(page.getByTestId('canvas-add-button'));
			await page.keyboard.type('form submissions');
			await choose('Form Submissions');
			await choose('On new submission');
			await click(panel.locator('formId'));
			await click(panel.entries.filter({ hasText: form.name }));
			await emulator.submit(form.id, entered);
			await click(panel.root.getByTestId('node-execute-button'));
			await panel.output.root.getByText('ann@example.com').first().waitFor();
			await click(panel.root.getByTestId('ndv-close-button'));

			await click(page.getByTestId('canvas-handle-plus').first());
			await page.keyboard.type('data table');
			await choose('Data table');
			await choose('Insert row');
			await click(panel.locator('dataTableId'));
			const opening = page.context().waitForEvent('page');
			await click(page.getByText('Create new data table'));
			const tables = await opening;
			await tables.getByPlaceholder('Enter data table name').fill(table);
			await tables.keyboard.press('Enter');
			for (const column of ['name', 'email']) {
				await click(tables.getByTestId('data-table-add-column-trigger-button').first());
				await tables.keyboard.type(column);
				await tables.keyboard.press('Enter');
				await tables.getByTestId('data-table-column-header').getByText(column).last().waitFor();
			}
			await tables.close();
			await page.bringToFront();

			await click(panel.locator('dataTableId'));
			await click(panel.entries.getByText(table));
			await drag(
				panel.inputFields.getByText('Full name', { exact: true }),
				panel.parameter('name'),
			);
			// n8n then shows the result, above the next field until that is dragged.
			await page.getByText('Anything inside').filter({ visible: true }).waitFor();
			await drag(panel.inputFields.getByText('email', { exact: true }), panel.parameter('email'));
			await panel.parameters.getByText('$json.email').first().waitFor();
			await editor.untilSaved('$json.email');
			await click(panel.root.getByTestId('node-execute-button'));
			await panel.output.root.getByText('ann@example.com').first().waitFor();

			const rows = await n8n.dataTables.rows(table);
			expect(rows).toEqual([expect.objectContaining({ name: 'Ann', email: 'ann@example.com' })]);
			expect(count()).toBeLessThanOrEqual(MOST);
		},
	);
});
