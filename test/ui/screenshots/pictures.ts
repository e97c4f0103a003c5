import { loadExample } from '../../sandbox/client/examples';
import {
	ACTION,
	actionWorkflow,
	fromList,
	inARow,
	POLLING_TRIGGER,
	pollingNode,
	TRIGGER,
	triggerNode,
} from '../../sandbox/client/workflowFile';
import { waitFor } from '../../sandbox/host/waitFor';
import type { EditorPage } from '../support/EditorPage';
import type { Stage } from '../support/stage';
import type { Scene } from './service';

/** A picture in the README: `take` prepares the editor and takes it. */
type Picture = {
	name: string;
	take: (editor: EditorPage, scene: Scene, stage: Stage) => Promise<Buffer>;
};

/** Wide enough for the buttons that n8n shows above the output. */
const VIEWPORT = { width: 1440, height: 820 };

export const PICTURES: Picture[] = [
	{ name: 'get-many', take: getMany },
	{ name: 'rows', take: rows },
	{ name: 'webhook-trigger', take: webhookTrigger },
	{ name: 'polling-trigger', take: pollingTrigger },
	{ name: 'new-submission-to-crm', take: workflow },
];

async function getMany(editor: EditorPage, { form, credential }: Scene) {
	await editor.page.setViewportSize(VIEWPORT);
	const parameters = { resource: 'submission', operation: 'getAll', formId: fromList(form) };
	const panel = await editor.openIn(actionWorkflow(credential, parameters), ACTION);
	await panel.execute();
	// The table with all its columns has its own picture.
	await panel.output.openSchema();
	await editor.hideOverlays();
	return await panel.root.screenshot();
}

async function rows(editor: EditorPage, { form, credential }: Scene) {
	// Wide enough for all columns of the table.
	await editor.page.setViewportSize({ width: 3200, height: 620 });
	const parameters = { resource: 'submission', operation: 'getAll', formId: fromList(form) };
	const panel = await editor.openIn(
		actionWorkflow(credential, { ...parameters, limit: 6 }),
		ACTION,
	);
	await panel.execute();
	await panel.output.readTable();
	await editor.hideOverlays();
	return await panel.output.pictureOfTable();
}

async function webhookTrigger(
	editor: EditorPage,
	{ form, credential, next: { data, ...seed } }: Scene,
	{ emulator }: Stage,
) {
	await editor.page.setViewportSize({ ...VIEWPORT, height: 640 });
	const trigger = triggerNode(credential, { formId: fromList(form) });
	const panel = await editor.openIn(inARow('New submissions', [trigger]), TRIGGER);
	await panel.execute();
	await panel.listening.waitFor();
	await waitFor('the destination', () => emulator.destinations(form.id)[0]);
	await emulator.submit(form.id, data, seed);
	await panel.output.openSchema();
	await editor.hideOverlays();
	return await panel.root.screenshot();
}

async function pollingTrigger(editor: EditorPage, { form, credential }: Scene) {
	await editor.page.setViewportSize(VIEWPORT);
	const parameters = { formId: fromList(form), options: { startFrom: '2026-03-01T00:00:00' } };
	const trigger = pollingNode(credential, parameters);
	const panel = await editor.openIn(inARow('New submissions', [trigger]), POLLING_TRIGGER);
	await panel.execute();
	await panel.output.openSchema();
	await editor.hideOverlays();
	return await panel.root.screenshot();
}

async function workflow(editor: EditorPage, { form, credential }: Scene) {
	await editor.page.setViewportSize({ width: 1400, height: 700 });
	const file = loadExample('new-submission-to-crm', {
		credential,
		parameters: {
			'New submission': { formId: fromList(form) },
			// Short enough to be shown in full below the node.
			'Create the contact': { url: 'https://crm.example' },
		},
	});
	const nodes = file.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	await editor.open({ ...file, nodes });
	await editor.hideOverlays();
	return await editor.pictureOfNodes();
}
