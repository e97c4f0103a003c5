import type { IPollFunctions } from 'n8n-workflow';

import { connect, PUBLISHING, type Connection, type Occasion } from '../api/connection';
import { assertFormExists, findForm } from '../api/forms';
import { listPage, MAX_PAGE_SIZE } from '../api/submissions';
import type { SubmissionFilter } from '../api/types';
import { asNodeError, needsPerson } from '../errors/nodeErrors';
import { nodeInLog } from '../general/nodeInLog';
import { startingAt, startingFrom, toPage, type Checkpoint } from './checkpoint';
import { targetKey, type PollSettings } from './settings';
import { readCheckpoint, writeCheckpoint } from './stored';

/**
 * How long the poll that n8n itself runs may take (milliseconds): long enough to wait for the rate
 * limit, but n8n makes five such attempts within 84 seconds altogether.
 */
const MAX_OWN_POLL_MS = 65_000;

/** What a poll works with; read once, at its beginning. */
export type Session = {
	connection: Connection<IPollFunctions>;
	settings: PollSettings;
	/** What is polled for: a checkpoint counts for one target. */
	target: string;
	/** As n8n has stored it for this target; undefined if it hasn't. */
	stored?: Checkpoint;
};

export async function openSession(
	context: IPollFunctions,
	settings: PollSettings,
	occasion: Occasion,
): Promise<Session> {
	const connection = await connect(context, occasion);
	const target = targetKey(context, settings, connection.baseUrl);
	return { connection, settings, target, stored: readCheckpoint(context, target) };
}

/** What to list. The form may have been entered by name. */
export async function filterOf({
	connection,
	settings,
}: Pick<Session, 'connection' | 'settings'>): Promise<SubmissionFilter> {
	const { id, name } = await findForm(connection, settings.form);
	return { ...settings.filter, formId: id, formName: name };
}

/**
 * What a trigger does when n8n polls to publish or start it: checks whether key and form are right,
 * and records the start if there is none. Once there is a start, it throws only what a person has to
 * fix, because n8n gives up starting a trigger after five errors.
 */
export async function prepare(context: IPollFunctions, settings: PollSettings): Promise<void> {
	const deadlineMs = Date.now() + MAX_OWN_POLL_MS;
	const occasion = { ...PUBLISHING, maxAttempts: 1, priority: 'poll' as const, deadlineMs };
	const session = await openSession(context, settings, occasion);
	const start = session.stored ?? (await startingPoint(session, await filterOf(session)));
	if (session.stored || settings.startFromMs !== undefined) await checkConnection(session);
	// Also if it is as it was: n8n may have discarded what this process remembers of the node.
	writeCheckpoint(context, start, { isWithItems: false });
}

/** The first checkpoint for a target. Throws if the form doesn't exist. */
export async function startingPoint(
	{ connection, settings, target }: Session,
	filter: SubmissionFilter,
): Promise<Checkpoint> {
	const { formId, formName } = filter;
	if (formId !== undefined) await assertFormExists(connection, formId, formName);
	if (settings.startFromMs !== undefined) return startingFrom(target, settings.startFromMs);
	const sentAtMachineMs = Date.now();
	const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	// Only the response tells how the service's clock differs.
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
	return startingAt(target, toPage(page, serviceNowMs), serviceNowMs);
}

async function checkConnection(session: Session): Promise<void> {
	const { context, occasion } = session.connection;
	const connection = { ...session.connection, occasion: { ...occasion, patienceMs: 2_000 } };
	try {
		await listPage(connection, await filterOf({ ...session, connection }), { limit: 1 });
	} catch (error) {
		const nodeError = asNodeError(context.getNode(), error);
		if (needsPerson(error)) throw nodeError;
		context.logger.warn(
			`${nodeInLog(context)}: the trigger starts anyway; its polls return whatever is new. ${nodeError.message}`,
		);
	}
}
