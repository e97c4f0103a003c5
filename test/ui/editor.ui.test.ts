import type { EditorPage } from './support/EditorPage';
import { NodePanel } from './support/NodePanel';
import type { NodesPanel } from './support/NodesPanel';
import { findFlaws } from './support/flaws';
import { itInEditor } from './support/itInEditor';
import { type Theme, useStage } from './support/stage';
import { readText, untilTexts } from './support/texts';
import { ACTION, actionWorkflow, POLLING_TRIGGER } from './support/workflows';

const THEMES: [Theme, RegExp][] = [
	['light', /formSubmissions\.svg$/],
	['dark', /formSubmissions\.dark\.svg$/],
];
/** What users who want to work with submissions may type. */
const WORDS = ['form submissions', 'submission', 'survey', 'lead', 'contact form'];

const stage = useStage();

async function openActionWorkflow(editor: EditorPage): Promise<void> {
	const { credential } = stage();
	await editor.open(actionWorkflow(credential, {}));
}

/** Opens one of the package's entries in the nodes panel. */
async function openEntry(editor: EditorPage, name: string): Promise<NodesPanel> {
	await openActionWorkflow(editor);
	const panel = await editor.openNodesPanel();
	await panel.search('form submissions');
	await panel.entry(name).click();
	return panel;
}

describe.each(THEMES)('The nodes panel in the %s theme', (theme, icon) => {
	itInEditor(
		`finds the nodes and shows their ${theme} icons`,
		stage,
		async (editor) => {
			await openActionWorkflow(editor);
			expect(await editor.readIcon(editor.node(ACTION))).toMatch(icon);

			const panel = await editor.openNodesPanel();
			for (const word of WORDS) {
				await panel.search(word);
				// n8n lists the webhook trigger under the action node of the same name.
				for (const name of [ACTION, POLLING_TRIGGER]) {
					expect(await editor.readIcon(panel.entry(name))).toMatch(icon);
				}
			}
		},
		{ theme },
	);
});

itInEditor("The nodes panel lists the node's actions and triggers", stage, async (editor) => {
	const panel = await openEntry(editor, ACTION);

	await untilTexts(panel.actions, [
		'Get fields of a form',
		'Get many forms',
		'Count submissions',
		'Get submission',
		'Get many submissions',
		'Get page of submissions',
	]);
	await panel.showTriggers();
	await untilTexts(panel.triggers, ['On new submission']);
});

itInEditor('The nodes panel adds the polling trigger in one step', stage, async (editor) => {
	const panel = await openEntry(editor, POLLING_TRIGGER);

	await panel.addToWorkflow();

	// n8n renders the trigger's own panel a moment after the rest.
	const header = new NodePanel(editor.page).root.getByText('Fetch the newest submission');
	expect(await readText(header)).toBe('Fetch the newest submission');
});

itInEditor('A credential can be created from the node, and is tested', stage, async (editor) => {
	const { baseUrl, apiKey } = stage();
	const panel = await editor.openIn(actionWorkflow(undefined, {}), ACTION);
	const dialog = await panel.createCredential();
	expect(await findFlaws(dialog.root)).toEqual([]);
	const hints = await readText(dialog.root);
	expect(hints).toContain("The part before /v1/forms in the service's API documentation");
	expect(hints).toContain("Created in the service's dashboard under Settings > API keys");
	expect(hints).toContain("Leave empty unless a trigger's 'Registration' is Manual");

	// n8n leaves the dialog open until the connection works.
	await dialog.field('baseUrl').fill(` ${baseUrl}/v1 `);
	await dialog.field('apiKey').fill('not a key');
	await dialog.save();
	await dialog.openProblem();
	expect(await readText(dialog.root)).toContain(
		"The service rejected the API key. Enter a valid key in the credential. Keys are created in the service's dashboard under Settings > API keys.",
	);
	await dialog.field('apiKey').fill(apiKey);
	await dialog.save();
	await dialog.untilClosed();

	const saved = await panel.editCredential();
	expect(await readText(saved.success)).toContain('Connection tested successfully');
});
