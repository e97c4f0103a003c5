import type { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node';
import { connectEdge, type EdgeOptions } from './edge';
import { executeContext, type NodeSetup } from './n8n';
import type { Emulator } from '../emulator';

export type ActionSetup = Omit<NodeSetup, 'kind' | 'credential'> & {
	apiKey: string;
	items?: IDataObject[];
	signal?: AbortSignal;
	edge?: Omit<EdgeOptions, 'apiKey'>;
};

/** The context of an action node whose requests go to the emulator without a network. */
export function edgeContext(emulator: Emulator, setup: ActionSetup): ExecuteContext {
	const { apiKey, items, signal, edge, ...node } = setup;
	const context = executeContext(
		{ kind: 'formSubmissions', credential: { apiKey }, ...node },
		items,
		signal,
	);
	return connectEdge(context, emulator, { apiKey, ...edge });
}

/** Runs the action node as n8n would, without a network. */
export async function runActionAtEdge(
	emulator: Emulator,
	setup: ActionSetup,
): Promise<INodeExecutionData[]> {
	const [output = []] = await new FormSubmissions().execute.call(edgeContext(emulator, setup));
	return output;
}
