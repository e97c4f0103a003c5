import type { IDataObject } from 'n8n-workflow';

import type { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node.ts';
import type { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import type { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Submission } from '../../emulator';
import { connectEdge } from '../support/edge';
import { loadNode } from '../support/freshModules';
import {
	executeContext,
	hookContext,
	pollContext,
	webhookContext,
	type NodeKind,
	type NodeSetup,
} from '../support/n8n';
import { filesEntered } from './entered';

/** The files that each flow enters: on the emulator, through n8n's contexts, as most people set it up. */
export const FLOWS = {
	'Get Many': getMany,
	'A delivery': delivery,
	'A poll': poll,
	'A publication': publication,
} satisfies Record<string, () => Promise<string[]>>;

export type Flow = keyof typeof FLOWS;

async function getMany(): Promise<string[]> {
	const { FormSubmissions: Node } = loadNode<{ FormSubmissions: typeof FormSubmissions }>(
		'FormSubmissions',
	);
	const { connect, setup, addSubmission } = begin('formSubmissions', {
		resource: 'submission',
		operation: 'getAll',
	});
	addSubmission();
	const context = connect(executeContext(setup));
	return await filesEntered(async () => {
		const [items] = await new Node().execute.call(context);
		expectRows(items?.length);
	});
}

async function delivery(): Promise<string[]> {
	const { emulator, setup, node, publish, addSubmission } = trigger();
	await publish();
	const [destination] = emulator.destinations();
	if (!destination) throw new Error('No destination was registered');
	const { headers, body } = emulator.buildDelivery(addSubmission(), destination);
	const request = {
		headers: Object.fromEntries(new Headers(headers)),
		rawBody: Buffer.from(body),
	};
	const { context } = webhookContext(setup, request);
	return await filesEntered(async () => {
		const { workflowData } = await node.webhook.call(context);
		expectRows(workflowData?.[0]?.length);
	});
}

async function publication(): Promise<string[]> {
	const { emulator, publish } = trigger();
	const entered = await filesEntered(publish);
	expectRows(emulator.destinations().length);
	return entered;
}

async function poll(): Promise<string[]> {
	const loaded = loadNode<{
		FormSubmissionsPollingTrigger: typeof FormSubmissionsPollingTrigger;
	}>('FormSubmissionsPollingTrigger');
	const node = new loaded.FormSubmissionsPollingTrigger();
	const { connect, setup, addSubmission } = begin('formSubmissionsPollingTrigger');
	const context = connect(pollContext(setup));
	await node.poll.call(context);
	addSubmission();
	return await filesEntered(async () => {
		const items = await node.poll.call(context);
		expectRows(items?.[0]?.length);
	});
}

function trigger() {
	const loaded = loadNode<{ FormSubmissionsTrigger: typeof FormSubmissionsTrigger }>(
		'FormSubmissionsTrigger',
	);
	const node = new loaded.FormSubmissionsTrigger();
	const { checkExists, create } = node.webhookMethods.default;
	const world = begin('formSubmissionsTrigger');
	const publish = async () => {
		const exists = await checkExists.call(world.connect(hookContext(world.setup)));
		if (!exists) await create.call(world.connect(hookContext(world.setup)));
	};
	return { ...world, node, publish };
}

/** A service with one form, and a node whose user chose it from the list and left the rest alone. */
function begin(kind: NodeKind, parameters: IDataObject = {}) {
	const emulator = createEmulator();
	const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	const form = emulator.addForm({ name: 'Contact' });
	const formId = { __rl: true, mode: 'list', value: form.id, cachedResultName: form.name };
	const setup: NodeSetup = {
		kind,
		parameters: { formId, ...parameters },
		credential: { apiKey },
		staticData: {},
	};
	return {
		emulator,
		setup,
		connect: <C extends Parameters<typeof connectEdge>[0]>(context: C) =>
			connectEdge(context, emulator, { apiKey }),
		addSubmission: (): Submission => emulator.addSubmission({ formId: form.id }),
	};
}

function expectRows(count = 0): void {
	if (count !== 1) throw new Error(`The flow ended with ${count} rows, not one`);
}
