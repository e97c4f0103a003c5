import type { IPollFunctions, ITriggerFunctions } from 'n8n-workflow';

import { assertFormExists, findForm } from '../api/chosenForm';
import { connect, type Connection, type ReadCredential } from '../api/connection';
import { listPage, MAX_PAGE_SIZE } from '../api/submissions';
import type { TimeLimits } from '../api/timeLimits';
import type { SubmissionFilter } from '../api/types';
import { inForm } from '../parameters/filters';
import { startingAt, startingFrom, toPage, type Checkpoint } from './checkpoint';
import { placeIn, readCheckpoint } from './stored';
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
	timeLimits: TimeLimits,
	read?: ReadCredential,
): Promise<Session> {
	const connection = await connect(context, timeLimits, read);
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

/** What a trigger begins to read with. */
export type Beginning = {
	filter: SubmissionFilter;
	/** The checkpoint that is stored for its target, if there is one. */
	stored?: Checkpoint;
	/** That, or the first one, which is still to be stored. */
	start: Checkpoint;
};

/**
 * `position`: what is stored, be it for another target. `wasPublished`: whether the trigger was published since that
 * was stored; if not, an expression has changed form or filters, perhaps long before: n8n stores no start until
 * a run. So what came since that place is new. Throws if the form doesn't exist.
 */
export async function beginningOf(
	session: Session,
	position: unknown,
	wasPublished: boolean,
): Promise<Beginning> {
	const { connection, target } = session;
	const stored = readCheckpoint(connection.context.getNode(), position, target);
	const filter = await watchedFilter(session);
	const placeMs = wasPublished ? undefined : placeIn(position);
	return { filter, stored, start: stored ?? (await startingPoint(session, filter, placeMs)) };
}

async function startingPoint(
	{ connection, watched, target }: Session,
	filter: SubmissionFilter,
	placeMs: number | undefined,
): Promise<Checkpoint> {
	const { formId, formName } = filter;
	if (formId !== undefined) await assertFormExists(connection, formId, formName);
	const fromMs = watched.startFromMs ?? placeMs;
	if (fromMs !== undefined) return startingFrom(target, fromMs);
	const sentAtMachineMs = Date.now();
	const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	// Only the response tells how the service's clock differs.
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
	const readAt = { serviceNowMs, machineNowMs: Date.now() };
	return startingAt(target, toPage(page, serviceNowMs), readAt);
}
