import type { IPollFunctions, ITriggerFunctions } from 'n8n-workflow';

import { connect, type Connection, type ReadCredential } from '../api/connection';
import type { Occasion } from '../api/occasion';
import { assertFormExists, findForm } from '../api/chosenForm';
import { listPage, MAX_PAGE_SIZE } from '../api/submissions';
import type { SubmissionFilter } from '../api/types';
import { inForm } from '../parameters/filters';
import { startingAt, startingFrom, toPage, type Checkpoint } from './checkpoint';
import { placeIn } from './stored';
import { targetKey, type Watched } from './watched';

export type WatchingContext = IPollFunctions | ITriggerFunctions;

/** What a trigger reads the list with; made anew for each reading. */
export type Session = {
	connection: Connection<WatchingContext>;
	watched: Watched;
	target: string;
};

/** Reads the credential. Throws an error that says what to enter. */
export async function openSession(
	context: WatchingContext,
	watched: Watched,
	occasion: Occasion,
	read?: ReadCredential,
): Promise<Session> {
	const connection = await connect(context, occasion, read);
	const target = targetKey(context.getNode(), watched);
	return { connection, watched, target };
}

/** The form may have been entered by name. */
export async function watchedFilter({
	connection,
	watched,
}: Pick<Session, 'connection' | 'watched'>): Promise<SubmissionFilter> {
	return inForm(await findForm(connection, watched.form), watched.filter);
}

/** Whether n8n publishes the trigger, rather than starts what was published before. */
export function isPublication(context: WatchingContext): boolean {
	return ['activate', 'update'].includes(context.getActivationMode());
}

/**
 * The first checkpoint for a target. Throws if the form doesn't exist. `stored`: what n8n has stored, where it
 * starts a trigger that wasn't published since. If that is for another target, an expression has changed form
 * or filters, perhaps long before: n8n stores no start until a run. So what came since that place is new.
 */
export async function startingPoint(
	{ connection, watched, target }: Session,
	filter: SubmissionFilter,
	stored?: unknown,
): Promise<Checkpoint> {
	const { formId, formName } = filter;
	if (formId !== undefined) await assertFormExists(connection, formId, formName);
	const fromMs = watched.startFromMs ?? placeIn(stored);
	if (fromMs !== undefined) return startingFrom(target, fromMs);
	const sentAtMachineMs = Date.now();
	const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	// Only the response tells how the service's clock differs.
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
	const readAt = { serviceNowMs, machineNowMs: Date.now() };
	return startingAt(target, toPage(page, serviceNowMs), readAt);
}
