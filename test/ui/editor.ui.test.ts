import { ACTION, actionWorkflow, POLLING_TRIGGER } from '../sandbox/client/workflowFile';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';

/** What users who want to work with submissions may type. */
const WORDS = ['form submissions', 'submission', 'survey', 'lead', 'contact form'];

const stage = useStage();

itInEditor('The nodes panel finds the nodes by what people type', stage, async (editor) => {
	await editor.open(actionWorkflow(stage().credential, {}));
	const panel = await editor.openNodesPanel();

	for (const word of WORDS) {
		await panel.search(word);
		// n8n lists the webhook trigger under the action node of the same name.
		for (const name of [ACTION, POLLING_TRIGGER]) await panel.entry(name).waitFor();
	}
});
