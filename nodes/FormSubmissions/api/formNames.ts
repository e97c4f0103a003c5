import { asNodeError, isSituation } from '../errors/errors';
import type { Connection } from './connection';
import { listForms } from './forms';
import type { Submission } from './types';

/** How long names are kept (milliseconds). */
const KEPT_MS = 10 * 60_000;

/** A form that is not among the names may be a new one, so that they are asked for again after this. */
const TRUSTED_MS = 60_000;

type FormNames = { askedAtMs: number; byId: Map<string, unknown> };

/** By the budget of a key, of which there is one a key and process: no key is kept here. */
const known = new WeakMap<Connection['budget'], FormNames>();

/**
 * The names of the forms of these submissions by ID, from the list of forms (`GET /v1/forms`), which
 * is kept in memory and asked for only where a submission needs it. No names where the key may not
 * read forms: the submissions are worth having without them.
 */
export async function formNamesOf(
	connection: Connection,
	submissions: Submission[],
): Promise<(submission: Submission) => string | null> {
	const ids = new Set(
		submissions.map(({ formId }) => formId).filter((id) => typeof id === 'string'),
	);
	const names = ids.size > 0 ? await namesFor(connection, ids) : undefined;
	return ({ formId }) => {
		const name = typeof formId === 'string' ? names?.get(formId) : undefined;
		return typeof name === 'string' ? name : null;
	};
}

async function namesFor(connection: Connection, ids: Set<string>): Promise<Map<string, unknown>> {
	const nowMs = Date.now();
	const kept = known.get(connection.budget);
	if (kept !== undefined && isGoodFor(ids, kept, nowMs)) return kept.byId;
	// Only answers are kept: a request that is under way ends with the execution it belongs to.
	return await askAndKeep(connection, namesWhereAllowed);
}

function isGoodFor(ids: Set<string>, { askedAtMs, byId }: FormNames, nowMs: number): boolean {
	const ageMs = nowMs - askedAtMs;
	if (ageMs < 0 || ageMs >= KEPT_MS) return false;
	return ageMs < TRUSTED_MS || byId.size === 0 || [...ids].every((id) => byId.has(id));
}

/**
 * The name of every form by its ID. What is kept in memory serves only for a minute, and only where
 * it is enough for the caller: forms get other names. Throws where the key may not read forms.
 */
export async function currentFormNames(
	connection: Connection,
	isEnough: (byId: Map<string, unknown>) => boolean,
): Promise<Map<string, unknown>> {
	const kept = known.get(connection.budget);
	const ageMs = kept === undefined ? Infinity : Date.now() - kept.askedAtMs;
	if (kept && ageMs >= 0 && ageMs < TRUSTED_MS && isEnough(kept.byId)) return kept.byId;
	return await askAndKeep(connection, askForNames);
}

async function askAndKeep(
	connection: Connection,
	ask: (connection: Connection) => Promise<Map<string, unknown>>,
): Promise<Map<string, unknown>> {
	const askedAtMs = Date.now();
	const byId = await ask(connection);
	known.set(connection.budget, { askedAtMs, byId });
	return byId;
}

async function askForNames(connection: Connection): Promise<Map<string, unknown>> {
	return new Map((await listForms(connection)).map(({ id, name }) => [id, name]));
}

async function namesWhereAllowed(connection: Connection): Promise<Map<string, unknown>> {
	try {
		return await askForNames(connection);
	} catch (error) {
		if (isSituation(error, 'notPermitted')) return new Map();
		throw asNodeError(connection.context.getNode(), error);
	}
}
