import { sleep, type ITriggerFunctions, type ITriggerResponse } from 'n8n-workflow';

import { starting } from '../../api/occasion';
import { asNodeError, inputError, needsPerson } from '../../errors/nodeErrors';
import { nodeKeyOf } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { ENDED, isUnderWay } from '../../watching/stored';
import { readState, writeState } from '../../state/nodeStates';
import { isPublished, notePublishing, publishingTried } from '../destination/publishingProgress';
import { Listener } from './listener';
import type { Listening } from './reader';

const listeners = new ProcessMemory<Listener>(Infinity);

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
	settings: Listening,
): Promise<ITriggerResponse> {
	const key = nodeKeyOf(context);
	const { end } = await begin(context, settings);
	return {
		closeFunction: async () => {
			end();
			notePublishing(key, undefined);
			await Promise.resolve();
		},
	};
}

/** Returns the one that listens, and what ends it. n8n may begin a trigger anew without ending it. */
async function begin(context: ITriggerFunctions, settings: Listening) {
	const key = nodeKeyOf(context);
	await publishingTried(key, context.getActivationMode());
	listeners.get(key)?.close();
	const listener = new Listener(context, settings);
	listeners.set(key, listener);
	const end = () => {
		listener.close();
		if (listeners.get(key) === listener) listeners.delete(key);
	};
	try {
		await listener.begin();
	} catch (error) {
		end();
		throw asNodeError(context.getNode(), error);
	}
	void listener.run();
	return { listener, end };
}

/** How often it is looked whether all is handed over (milliseconds). */
const LOOKS_EVERY_MS = 100;

/** By then, n8n has refused what it was handed last, or saved that (milliseconds). */
const SAVED_AFTER_MS = 3_000;

const NOT_ALL_READ =
	"The workflow hasn't run yet for all submissions that were received before 'Mode' was changed. Publish it again: it continues where it stopped.";

/**
 * A trigger that from now on runs with each delivery first hands over what it hadn't yet. If it listens again, it
 * starts anew.
 */
export async function handOverRest(context: ITriggerFunctions, settings: Listening): Promise<void> {
	if (!isUnderWay(readState(context, 'list')?.value)) return;
	const { deadlineMs = 0 } = starting();
	try {
		if (!(await isHandedOver(context, settings, deadlineMs - SAVED_AFTER_MS))) return;
	} catch (error) {
		const nodeError = asNodeError(context.getNode(), error);
		// Who can no longer read the list may switch for that very reason.
		if (!needsPerson(error)) throw nodeError;
		context.saveFailedExecution(nodeError);
	}
	writeState(context, 'list', ENDED);
}

/** Whether all was; false if the address couldn't be registered. Throws if there was too little time. */
async function isHandedOver(
	context: ITriggerFunctions,
	settings: Listening,
	untilMs: number,
): Promise<boolean> {
	const { listener, end } = await begin(context, settings);
	try {
		if (!isPublished(nodeKeyOf(context))) return false;
		while (!listener.isDone && Date.now() < untilMs) await sleep(LOOKS_EVERY_MS);
		await sleep(SAVED_AFTER_MS);
		if (listener.isDone) return true;
		await listener.noteProgress();
		throw inputError(context.getNode(), NOT_ALL_READ);
	} finally {
		end();
	}
}
