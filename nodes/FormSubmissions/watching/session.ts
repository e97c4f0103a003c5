import type { ITriggerFunctions } from 'n8n-workflow';

import { assertFormExists, findForm } from '../api/chosenForm';
import { connect, type Connection, type ReadCredential } from '../api/connection';
import { MAX_PAGE_SIZE } from '../api/limits';
import { listPage } from '../api/submissions';
import type { TimeLimits } from '../api/timeLimits';
import type { SubmissionFilter } from '../api/types';
import { inForm } from '../parameters/filters';
import { startingAt, startingFrom, toPage, type Checkpoint } from './checkpoint';
import { unreadFrom } from './stored';
import { targetKey, type Watched } from './watched';

/** What a trigger reads the list with; made anew for each reading. */
export type Session = {
	connection: Connection<ITriggerFunctions>;
	watched: Watched;
	target: string;
};

/** Reads the credential. Throws an error that says what to enter. */
export async function openSession(
	context: ITriggerFunctions,
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
export function isPublication(context: ITriggerFunctions): boolean {
	return ['activate', 'update'].includes(context.getActivationMode());
}

/**
 * The first checkpoint. `stored`: what there is, for another target if anything is. If n8n doesn't publish the
 * trigger but starts it, an expression has changed form or filters, perhaps long before: n8n stores no start until a
 * run. So what came since that one had read is new. Throws if the form doesn't exist.
 */
export async function startingPoint(
	session: Session,
	stored: Record<string, unknown> | undefined,
): Promise<Checkpoint> {
	const { connection, watched, target } = session;
	const filter = await watchedFilter(session);
	const { formId, formName } = filter;
	if (formId !== undefined) await assertFormExists(connection, formId, formName);
	const fromMs =
		watched.startFromMs ?? (isPublication(connection.context) ? undefined : unreadFrom(stored));
	if (fromMs !== undefined) return startingFrom(target, fromMs);
	const sentAtMachineMs = Date.now();
	const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	// Only the response tells how the service's clock differs.
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
	const readAt = { serviceNowMs, machineNowMs: Date.now() };
	return startingAt(target, toPage(page, serviceNowMs), readAt);
}
