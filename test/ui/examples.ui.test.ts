/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXAMPLES, readExample } from '../sandbox/client/examples';
import type { WorkflowFile, WorkflowNode } from '../sandbox/client/workflowFile';
import { PROJECT } from '../sandbox/paths';
import { renderMarkdown } from '../support/readme';
import { itInEditor } from './support/itInEditor';
import { measureNotes } from './support/notes';
import { useStage } from './support/stage';

const stage = useStage();

/** n8n gives what is pasted new IDs, places it on the canvas, and selects a credential of its own accord. */
const OF_N8N = ['id', 'position', 'webhookId', 'credentials'];

const pastedPart = (node: WorkflowNode) =>
	Object.fromEntries(Object.entries(node).filter(([key]) => !OF_N8N.includes(key)));

const nodesOf = ({ nodes }: WorkflowFile) =>
	Object.fromEntries(nodes.map((node) => [node.name, pastedPart(node)]));

function outlineOf({ name, nodes, connections, settings, nodeGroups = [] }: WorkflowFile) {
	const names = new Map(nodes.map((node) => [node.id, node.name]));
	const boxes = nodeGroups.map((box) => [box.name, box.nodeIds.map((id) => names.get(id))]);
	return { name, nodes: [...names.values()].sort(), connections, settings, boxes };
}

describe('An example pasted onto an empty canvas', () => {
	describe.each(EXAMPLES)('%s', (example) => {
		itInEditor('is saved whole, and shows its notes in full', stage, async (editor) => {
			const { n8n } = stage();
			const file = readExample(example);

			const id = await editor.paste(JSON.stringify(file));

			const saved = await n8n.workflows.read(id);
			const notes = await measureNotes(editor.page);
			expect(outlineOf(saved)).toMatchObject(outlineOf(file));
			// n8n leaves out parameters that have their default.
			expect(nodesOf(file)).toMatchObject(nodesOf(saved));
			expect(notes.filter(({ cutOff }) => cutOff > 0)).toEqual([]);
		});
	});
});

type Link = { node: string };

/** The nodes that follow the same output as this one. */
function branchesWith(name: string, { connections }: WorkflowFile): string[] {
	const outputs = Object.values(connections as Record<string, { main: Link[][] }>);
	const branches = outputs.flatMap(({ main }) =>
		main.map((links) => links.map(({ node }) => node)),
	);
	return branches.find((names) => names.includes(name)) ?? [];
}

describe('An example that checks for missing fields in a branch of its own', () => {
	const CHECK = 'A field is missing';
	const checked = EXAMPLES.filter((example) =>
		readExample(example).nodes.some(({ name }) => name === CHECK),
	);

	// n8n runs the upper branch first.
	describe.each(checked)('%s', (example) => {
		itInEditor('still does so first after its nodes were tidied up', stage, async (editor) => {
			const id = await editor.paste(JSON.stringify(readExample(example)));

			await editor.tidyUp();

			const saved = await stage().n8n.workflows.read(id);
			const height = (of: string) =>
				saved.nodes.find(({ name }) => name === of)?.position[1] ?? NaN;
			const [first, second] = branchesWith(CHECK, saved);
			expect([first, second]).toContain(CHECK);
			expect(height(CHECK)).toBe(Math.min(height(first ?? ''), height(second ?? '')));
		});
	});
});

describe('An example imported by its link in the README', () => {
	itInEditor('is saved whole', stage, async (editor) => {
		const { links } = renderMarkdown(readFileSync(join(PROJECT, 'README.md'), 'utf8'));
		const link = links.find((one) => /^https:.*\/poll-submissions\.json$/.test(one));

		const id = await editor.paste(String(link));

		const saved = await stage().n8n.workflows.read(id);
		expect(outlineOf(saved)).toMatchObject(outlineOf(readExample('poll-submissions')));
	});
});
