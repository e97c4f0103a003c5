import type { IPollFunctions, ITriggerFunctions } from 'n8n-workflow';

import { connect, type Connection } from '../api/connection';
import type { Occasion } from '../api/occasion';
import { assertFormExists, findForm } from '../api/chosenForm';
import { listPage, MAX_PAGE_SIZE } from '../api/submissions';
import type { SubmissionFilter } from '../api/types';
import { inForm } from '../parameters/filters';
import { startingAt, startingFrom, toPage, type Checkpoint } from './checkpoint';
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
): Promise<Session> {
	const connection = await connect(context, occasion);
	const target = targetKey(context.getNode(), watched, connection.baseUrl);
	return { connection, watched, target };
}

/** The form may have been entered by name. */
export async function watchedFilter({
	connection,
	watched,
}: Pick<Session, 'connection' | 'watched'>): Promise<SubmissionFilter> {
	return inForm(await findForm(connection, watched.form), watched.filter);
}

/** The first checkpoint for a target. Throws if the form doesn't exist. */
export async function startingPoint(
	{ connection, watched, target }: Session,
	filter: SubmissionFilter,
): Promise<Checkpoint> {
	const { formId, formName } = filter;
	if (formId !== undefined) await assertFormExists(connection, formId, formName);
	if (watched.startFromMs !== undefined) return startingFrom(target, watched.startFromMs);
	const sentAtMachineMs = Date.now();
	const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	// Only the response tells how the service's clock differs.
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
	const readAt = { serviceNowMs, machineNowMs: Date.now() };
	return startingAt(target, toPage(page, serviceNowMs), readAt);
}
