import type { IPollFunctions } from 'n8n-workflow';

import { listPage } from '../api/submissions';
import { starting } from '../api/timeLimits';
import { asNodeError, needsPerson } from '../errors/nodeErrors';
import { nodeInLog } from '../general/node';
import {
	beginningOf,
	isPublication,
	openSession,
	watchedFilter,
	type Session,
} from '../watching/session';
import { readCheckpoint, toStored } from '../watching/stored';
import type { Watched } from '../watching/watched';
import type { Position } from './position';

/**
 * What a trigger does when n8n polls to publish or start it: checks whether key and form are right,
 * and records the start if there is none. Once there is a start, it throws only what a person has to
 * fix, because n8n gives up starting a trigger after five errors. Returns nothing: n8n may lose it. So it is
 * no poll with less to do, though it begins like one.
 */
export async function prepare(
	context: IPollFunctions,
	watched: Watched,
	position: Position,
): Promise<null> {
	const session = await openSession(context, watched, starting());
	const before = position.read();
	// Once there is a start, looking up the form is part of what may fail.
	const hasStart = readCheckpoint(context.getNode(), before, session.target) !== undefined;
	const begun = hasStart ? undefined : await beginningOf(session, before, isPublication(context));
	if (hasStart || watched.startFromMs !== undefined) await check(session);
	if (begun) position.start(toStored(begun.start));
	return null;
}

async function check(session: Session): Promise<void> {
	const { context } = session.connection;
	try {
		await listPage(session.connection, await watchedFilter(session), { limit: 1 });
	} catch (error) {
		const nodeError = asNodeError(context.getNode(), error);
		if (needsPerson(error)) throw nodeError;
		context.logger.warn(
			`${nodeInLog(context)}: the trigger starts anyway; its polls return whatever is new. ${nodeError.message}`,
		);
	}
}
