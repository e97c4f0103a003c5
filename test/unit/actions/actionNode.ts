import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import { connectNetwork } from '../../support/network';
import { executeContext, loadOptionsContext, type NodeKind } from '../../support/n8n';

/** The service of the current test, a key that may read, and its only form, "Contact". */
export let emulator: Emulator;
export let apiKey: string;
export let formId: string;

/** Gives each test of a file its own service. */
export function useActionNode(options?: EmulatorOptions): void {
	beforeEach(() => {
		emulator = createEmulator(options);
		apiKey = emulator.addKey();
		formId = emulator.addForm({ name: 'Contact' }).id;
	});
	afterEach(() => emulator.assertNoUnusedFaults());
}

/** From now on, the credential has this key. */
export function changeKey(key: string): void {
	apiKey = key;
}

type Run = {
	kind?: NodeKind;
	items?: IDataObject[];
	timezone?: string;
	onError?: INode['onError'];
	signal?: AbortSignal;
};

type Output = { items: INodeExecutionData[]; rows: IDataObject[]; hints: string[] };

/** The output of the action node, and what the editor shows beside it. */
export async function runNode(
	parameters: object,
	{ kind = 'formSubmissions', items: input, signal, ...more }: Run = {},
): Promise<Output> {
	const setup = { kind, parameters: { ...parameters }, credential: { apiKey }, ...more };
	const context = connectNetwork(executeContext(setup, input, signal), emulator);
	const [items = []] = await new FormSubmissions().execute.call(context);
	const rows = items.map(({ json }) => json);
	return { items, rows, hints: context.hints.map(({ message }) => message) };
}

/** The context in which the editor asks for the lists of the action node. */
export function editorContext(parameters: IDataObject = {}) {
	const setup = { parameters, credential: { apiKey }, timezone: 'Asia/Tokyo' };
	const context = loadOptionsContext({ kind: 'formSubmissions', ...setup });
	return connectNetwork(context, emulator);
}

/** How often this was asked for. */
export function requested(path: '/v1/forms' | '/v1/submissions'): number {
	return emulator.requests.filter((one) => one.path === path).length;
}
