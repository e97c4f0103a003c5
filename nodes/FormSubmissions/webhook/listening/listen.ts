import {
	sleep,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { asNodeError, inputError, needsPerson } from '../../errors/nodeErrors';
import { nodeKeyOf } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { ENDED, isUnderWay } from '../../watching/stored';
import { putBackState, readState, writeState } from '../../state/nodeStates';
import { ReadingLoop, type Listening } from './readingLoop';
import { isPublished, notePublishing, publishingTried } from '../destination/publishingProgress';

const loops = new ProcessMemory<ReadingLoop>(Infinity);

/** A genuine delivery came: the trigger reads the list, if it listens in this process. */
export function ring(nodeKey: string, submissionId?: string): void {
	loops.get(nodeKey)?.ring(submissionId);
}

/**
 * A genuine delivery sees what n8n has stored. If a run that ended late has set the trigger's place back, or
 * erased it, it is put back: n8n saves what a delivery writes that runs nothing.
 */
export function putBackPlace(context: IWebhookFunctions): void {
	// While something is handed over, what n8n has stored is older for a moment.
	if (loops.get(nodeKeyOf(context))?.isQuiet) putBackState(context, 'list');
}

/**
 * Reads the list until n8n ends the trigger. Throws what a person has to know while publishing: what
 * only a person can fix, or if there is no start yet, anything; n8n gives up a trigger after five errors.
 */
export async function listen(
	context: ITriggerFunctions,
	settings: Listening,
): Promise<ITriggerResponse> {
	const key = nodeKeyOf(context);
	await publishingTried(key, context.getActivationMode());
	endAnyOf(key);
	const loop = new ReadingLoop(context, settings);
	loops.set(key, loop);
	const end = () => {
		loop.close();
		if (loops.get(key) === loop) loops.delete(key);
	};
	const first = await loop.begin().catch((error: unknown) => {
		end();
		throw asNodeError(context.getNode(), error);
	});
	void loop.run(first);
	return {
		closeFunction: async () => {
			end();
			notePublishing(key, undefined);
			await Promise.resolve();
		},
	};
}

/** n8n may begin a trigger anew without ending it. */
function endAnyOf(nodeKey: string): void {
	loops.get(nodeKey)?.close();
	loops.delete(nodeKey);
}

/**
 * By then, n8n has saved what it was handed: its save clears the mark of what is written meanwhile
 * (milliseconds).
 */
const SAVED_AFTER_MS = 1_000;

const NOT_ALL_READ =
	"The workflow hasn't run yet for all submissions that were received before 'Mode' was changed. Publish it again: it continues where it stopped.";

/** The last reading of what is left, of each trigger. */
const restReadings = new ProcessMemory<Promise<void>>(10_000);

/**
 * What is left to a trigger that from now on runs with each delivery: to run the workflow with what it
 * hadn't read yet. Until then, no delivery runs it, so that none has to be remembered across a restart: what
 * is delivered meanwhile is in the list. If the trigger listens again, it starts anew.
 */
export async function runRest(context: ITriggerFunctions, settings: Listening): Promise<void> {
	const key = nodeKeyOf(context);
	endAnyOf(key);
	if (!isUnderWay(readState(context, 'list')?.value)) return;
	const reading = readRest(context, settings);
	restReadings.set(key, reading);
	await reading;
}

/** Whether deliveries may run the workflow; waits for a reading of what is left that is under way. */
export async function isRestRun(context: IWebhookFunctions): Promise<boolean> {
	await Promise.allSettled([restReadings.get(nodeKeyOf(context))]);
	return !isUnderWay(readState(context, 'list')?.value);
}

async function readRest(context: ITriggerFunctions, settings: Listening): Promise<void> {
	const key = nodeKeyOf(context);
	await publishingTried(key, context.getActivationMode());
	if (!isPublished(key)) return;
	try {
		if (!(await new ReadingLoop(context, settings).readRest())) {
			throw inputError(context.getNode(), NOT_ALL_READ);
		}
	} catch (error) {
		const nodeError = asNodeError(context.getNode(), error);
		// Who can no longer read the list may switch for that very reason.
		if (!needsPerson(error)) throw nodeError;
		context.saveFailedExecution(nodeError);
	}
	await sleep(SAVED_AFTER_MS);
	writeState(context, 'list', ENDED);
}
