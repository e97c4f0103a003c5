import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import { forgetCredential } from '../../api/recentCredential';
import { asNodeError } from '../../errors/nodeErrors';
import { nodeKeyOf } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { readTimeZone } from '../../parameters/dates';
import { readTriggerSettings } from '../parameters';
import { Listener } from './listener';

/** n8n may publish as many as it likes. */
const listeners = new ProcessMemory<Listener>(100_000);

/** A genuine delivery came: the trigger reads the list, if it listens in this process. */
export function ring(nodeKey: string, submissionId?: string): void {
	listeners.get(nodeKey)?.ring(submissionId);
}

/** Listens until n8n ends the trigger. Throws what a person who publishes it has to know. */
export async function listen(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const key = nodeKeyOf(context);
	forgetCredential(context);
	// With one that there is not, n8n can't answer a delivery.
	readTimeZone(context);
	// n8n may begin a trigger anew without ending it.
	listeners.get(key)?.close();
	const listener = new Listener(context, readTriggerSettings(context));
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
			await Promise.resolve();
		},
	};
}
