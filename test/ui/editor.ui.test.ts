import { ACTION, actionWorkflow } from '../sandbox/client/workflowFile';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';

/** What users who want to work with submissions may type. */
const WORDS = ['form submissions', 'submission', 'survey', 'lead', 'contact form'];

const stage = useStage();

itInEditor('The nodes panel finds the package by what people type', stage, async (editor) => {
	await editor.open(actionWorkflow(stage().credential, {}));
	await editor.page.getByTestId('node-creator-plus-button').click();
	const panel = editor.page.getByTestId('node-creator');
	const search = panel.getByTestId('node-creator-search-bar');
	const names = panel.getByTestId('node-creator-item-name');

	for (const word of WORDS) {
		// Earlier results stay for a moment and must disappear before the next search counts.
		await search.fill('no node has this name');
		await names.first().waitFor({ state: 'hidden' });
		await search.fill(word);
		// n8n lists the trigger under the action node.
		await names.getByText(ACTION, { exact: true }).first().waitFor();
	}
});
