import type { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node';
import { executeContext, type NodeSetup } from './n8n';
import { connectNetwork } from './network';
import type { Emulator } from '../emulator';

export type ActionSetup = Omit<NodeSetup, 'kind' | 'credential'> & {
	apiKey: string;
	items?: IDataObject[];
	signal?: AbortSignal;
};

/** The context of an action node whose requests go to the emulator. */
export function actionContext(emulator: Emulator, setup: ActionSetup): ExecuteContext {
	const { apiKey, items, signal, ...node } = setup;
	const context = executeContext(
		{ kind: 'formSubmissions', credential: { apiKey }, ...node },
		items,
		signal,
	);
	return connectNetwork(context, emulator);
}

/** Runs the action node as n8n would. */
export async function runActionOn(
	emulator: Emulator,
	setup: ActionSetup,
): Promise<INodeExecutionData[]> {
	const [output = []] = await new FormSubmissions().execute.call(actionContext(emulator, setup));
	return output;
}
