import { findFlaws, NO_FLAWS } from '../support/flaws';
import { itInEditor } from '../support/itInEditor';
import { PUBLIC_HOST, PUBLIC_KEY } from '../support/publicService';
import type { Stage } from '../support/stage';
import { readText } from '../support/texts';
import { ACTION, actionWorkflow } from '../support/workflows';

export function describeCredential(stage: () => Stage): void {
	describe('The credential', () => {
		itInEditor('can be created from the node, and is tested', stage, async (editor) => {
			const { n8n, baseUrl, apiKey } = stage();
			const { id } = await n8n.workflows.create(actionWorkflow(undefined, {}));
			await editor.open(id);

			const panel = await editor.openNode(ACTION);
			const dialog = await panel.createCredential();
			expect(await findFlaws(dialog.root)).toEqual(NO_FLAWS);
			await dialog.field('baseUrl').fill(baseUrl);
			await dialog.field('apiKey').fill(apiKey);
			await dialog.save();
			await dialog.untilClosed();

			const saved = await panel.editCredential();
			expect(await readText(saved.success)).toContain('Connection tested successfully');
		});

		itInEditor('accepts a base URL however users enter it', stage, async (editor) => {
			const { n8n, baseUrl, apiKey } = stage();
			const { id } = await n8n.workflows.create(actionWorkflow(undefined, {}));
			await editor.open(id);
			const panel = await editor.openNode(ACTION);
			const dialog = await panel.createCredential();
			const enter = async (address: string, key: string) => {
				await dialog.field('baseUrl').fill(address);
				await dialog.field('apiKey').fill(key);
				const tested = editor.untilConnectionTested();
				await dialog.save();
				return await tested;
			};

			// n8n leaves the dialog open until the connection works.
			expect(await enter(`  ${PUBLIC_HOST}/v1/ `, 'not its key')).toMatch(/didn't accept the API/);
			expect(await enter(` ${baseUrl}/v1 `, apiKey)).toMatch(/success/);
			await dialog.untilClosed();
			await panel.editCredential();
			expect(await enter(PUBLIC_HOST, PUBLIC_KEY)).toMatch(/success/);
			expect(await readText(dialog.success)).toContain('Connection tested successfully');
		});

		itInEditor('shows its own message when a key is not accepted', stage, async (editor) => {
			const { n8n, baseUrl } = stage();
			const { id } = await n8n.workflows.create(actionWorkflow(undefined, {}));
			await editor.open(id);

			const panel = await editor.openNode(ACTION);
			const dialog = await panel.createCredential();
			await dialog.field('baseUrl').fill(baseUrl);
			await dialog.field('apiKey').fill('not a key');
			await dialog.save();
			await dialog.openProblem();

			expect(await readText(dialog.root)).toContain(
				"The service didn't accept the API key. Enter a key that is still valid. Keys are created in the service's dashboard under Settings > API keys.",
			);
		});
	});
}
