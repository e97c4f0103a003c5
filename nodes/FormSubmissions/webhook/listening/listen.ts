import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import { asNodeError } from '../../errors/nodeErrors';
import { nodeKeyOf } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { readState, whenSettled, writeState } from '../../state/nodeStates';
import { ENDED } from '../../watching/stored';
import { notePublishing, publishingTried } from '../destination/publishingProgress';
import { Listener } from './listener';
import type { ListenerSettings } from './reader';

/** n8n may publish as many as it likes. */
const listeners = new ProcessMemory<Listener>(100_000);

/** A genuine delivery came: the trigger reads the list, if it listens in this process. */
export function ring(nodeKey: string, submissionId?: string): void {
	listeners.get(nodeKey)?.ring(submissionId);
}

/**
 * Listens until n8n ends the trigger. Throws what a person has to know while publishing: what only a person can
 * fix, or if there is no start yet, anything; n8n gives up a trigger after five errors.
 */
export async function listen(
	context: ITriggerFunctions,
	settings: ListenerSettings,
): Promise<ITriggerResponse> {
	const key = nodeKeyOf(context);
	await publishingTried(key, context.getActivationMode());
	// n8n may begin a trigger anew without ending it.
	listeners.get(key)?.close();
	const listener = new Listener(context, settings);
	listeners.set(key, listener);
	const end = () => {
		listener.close();
		if (listeners.get(key) === listener) listeners.delete(key);
	};
	try {
		await listener.begin();
		listener.run();
	} catch (error) {
		end();
		throw asNodeError(context.getNode(), error);
	}
	return {
		closeFunction: async () => {
			end();
			notePublishing(key, undefined);
			await Promise.resolve();
		},
	};
}

/** From now on, each delivery runs the workflow. If the trigger listens again, that is a new starting point. */
export async function endListening(context: ITriggerFunctions): Promise<void> {
	if (!readState(context, 'list')) return;
	await whenSettled(context, () => writeState(context, 'list', ENDED));
}
