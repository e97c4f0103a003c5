import type { EditorPage } from '../support/EditorPage';
import { itInEditor } from '../support/itInEditor';
import { NodePanel } from '../support/NodePanel';
import type { NodesPanel } from '../support/NodesPanel';
import type { Stage, Theme } from '../support/stage';
import { readText, untilTexts } from '../support/texts';
import { ACTION, actionWorkflow, POLLING_TRIGGER } from '../support/workflows';

const THEMES: [Theme, RegExp][] = [
	['light', /formSubmissions\.svg$/],
	['dark', /formSubmissions\.dark\.svg$/],
];
/** What users who want to work with submissions may type. */
const WORDS = ['form submissions', 'submission', 'survey', 'lead', 'contact form'];

export function describeNodesPanel(stage: () => Stage): void {
	async function openActionWorkflow(editor: EditorPage): Promise<void> {
		const { n8n, credential } = stage();
		const { id } = await n8n.workflows.create(actionWorkflow(credential, {}));
		await editor.open(id);
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

	itInEditor('The nodes panel lists the actions of the node', stage, async (editor) => {
		const panel = await openEntry(editor, ACTION);

		await untilTexts(panel.actions, [
			'Get many forms with names and IDs',
			'Get submission by ID',
			'Get many submissions',
			'Get page of submissions',
		]);
	});

	itInEditor('The nodes panel lists the triggers of the node', stage, async (editor) => {
		const panel = await openEntry(editor, ACTION);

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
}
