import type { IPollFunctions } from 'n8n-workflow';

import { connect, PUBLISHING, type Connection } from '../api/connection';
import { assertFormExists } from '../api/forms';
import { listPage, MAX_PAGE_SIZE } from '../api/submissions';
import type { SubmissionFilter } from '../api/types';
import { asNodeError, needsPerson } from '../errors';
import { nodeInLog } from '../general/nodeInLog';
import { startingAt, startingFrom, toPage, type Checkpoint } from './checkpoint';
import { readPollSettings, targetKey, type PollSettings } from './settings';
import { readCheckpoint, writeCheckpoint } from './stored';

/**
 * How long the poll that n8n itself runs may take (milliseconds): long enough to wait for the rate
 * limit, but n8n makes five such attempts within 84 seconds altogether.
 */
const MAX_OWN_POLL_MS = 65_000;

/**
 * What a trigger does when n8n polls to publish or start it: checks whether key and form are right,
 * and records the start if there is none. It returns nothing: n8n may save the position of such a poll
 * and exit before it stores the execution. Once there is a start, it throws only what a person has to
 * fix, because n8n gives up starting a trigger after five errors.
 */
export async function preparePolling(context: IPollFunctions): Promise<void> {
	const settings = readPollSettings(context);
	const deadlineMs = Date.now() + MAX_OWN_POLL_MS;
	const occasion = { ...PUBLISHING, maxAttempts: 1, priority: 'poll' as const, deadlineMs };
	const connection = await connect(context, occasion);
	const target = targetKey(context, settings.filter, connection.baseUrl);
	const stored = readCheckpoint(context, target);
	const start = stored ?? (await startingPoint(connection, settings, target));
	if (stored || settings.startFromMs !== undefined) {
		const hurried = { ...connection, occasion: { ...occasion, patienceMs: 2_000 } };
		await checkConnection(hurried, settings.filter);
	}
	// Also if it is as it was: n8n may have discarded what this process remembers of the node.
	writeCheckpoint(context, start);
}

/** The first checkpoint for a target. Throws if the form doesn't exist. */
export async function startingPoint(
	connection: Connection,
	{ form, filter, startFromMs }: PollSettings,
	target: string,
): Promise<Checkpoint> {
	if (form.id !== undefined) await assertFormExists(connection, form.id);
	if (startFromMs !== undefined) return startingFrom(target, startFromMs);
	const sentAtMachineMs = Date.now();
	const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	// Only the response tells how the service's clock differs.
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
	return startingAt(target, toPage(page, serviceNowMs), serviceNowMs);
}

async function checkConnection(connection: Connection, filter: SubmissionFilter): Promise<void> {
	const { context } = connection;
	try {
		await listPage(connection, filter, { limit: 1 });
	} catch (error) {
		const nodeError = asNodeError(context.getNode(), error);
		if (needsPerson(error)) throw nodeError;
		context.logger.warn(
			`${nodeInLog(context)}: the trigger starts anyway; its polls return whatever is new. ${nodeError.message}`,
		);
	}
}
