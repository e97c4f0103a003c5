import { EXAMPLES, readExample } from '../sandbox/client/examples';
import type { WorkflowFile, WorkflowNode } from '../sandbox/client/workflowFile';
import { itInEditor } from './support/itInEditor';
import { namesOverlapping } from './support/names';
import { notesCutOff } from './support/notes';
import { useStage } from './support/stage';

const stage = useStage();

/** n8n gives what is pasted new IDs, places it on the canvas, and selects a credential of its own accord. */
const OF_N8N = ['id', 'position', 'webhookId', 'credentials'];

const pastedPart = (node: WorkflowNode) =>
	Object.fromEntries(Object.entries(node).filter(([key]) => !OF_N8N.includes(key)));

const nodesOf = ({ nodes }: WorkflowFile) =>
	Object.fromEntries(nodes.map((node) => [node.name, pastedPart(node)]));

/** Of the settings, n8n takes none from what is pasted, and has this one of its own. */
function outlineOf({ name, nodes, connections, settings }: WorkflowFile) {
	const { executionOrder } = settings ?? {};
	return { name, nodes: nodes.map((node) => node.name).sort(), connections, executionOrder };
}

describe('An example pasted onto an empty canvas', () => {
	describe.each(EXAMPLES)('%s', (example) => {
		itInEditor('is saved whole, and shows its notes and names in full', stage, async (editor) => {
			const { n8n } = stage();
			const file = readExample(example);

			const id = await editor.paste(JSON.stringify(file));

			const saved = await n8n.workflows.read(id);
			expect(outlineOf(saved)).toMatchObject(outlineOf(file));
			// n8n leaves out parameters that have their default.
			expect(nodesOf(file)).toMatchObject(nodesOf(saved));
			expect(await notesCutOff(editor.page)).toEqual([]);
			expect(await namesOverlapping(editor.page)).toEqual([]);
		});
	});

	itInEditor(
		'keeps the form that is picked in it, and names it on the canvas',
		stage,
		async (editor) => {
			const { emulator, n8n } = stage();
			const form = emulator.addForm({ name: 'Newsletter signup' });
			const id = await editor.paste(JSON.stringify(readExample('new-submission-to-any-crm')));
			const panel = await editor.openNode('New submission');
			const entries = await panel.openList('formId', form.name);
			const saved = editor.untilSaved(form.id);
			await entries.first().click();
			await saved;
			await panel.close();

			const { nodes } = await n8n.workflows.read(id);
			const trigger = nodes.find((node) => node.name === 'New submission');
			expect(trigger?.parameters.formId).toMatchObject({ value: form.id, mode: 'list' });
			await editor.node('New submission').getByText(form.name).waitFor();
		},
	);
});
