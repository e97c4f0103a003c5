import { asNodeError, isSituation } from '../errors/errors';
import type { Connection } from './connection';
import { listForms } from './forms';
import type { Submission } from './types';

/** How long names are kept (milliseconds). */
const KEPT_MS = 10 * 60_000;

/** After this, the names are fetched again for a form that is not among them: it may be new. */
const TRUSTED_MS = 60_000;

type FormNames = { askedAtMs: number; byId: Map<string, unknown> };

/** Keyed by rate budget, of which each key has one per process, so that no key is stored here. */
const known = new WeakMap<Connection['budget'], FormNames>();

/**
 * Returns a function that looks up the form name of each of these submissions. The list of forms
 * (`GET /v1/forms`) is kept in memory and fetched only when needed. Without permission to read
 * forms, the names are null: submissions are useful without them.
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
	// Only finished responses are kept: a request in progress is cancelled along with its execution.
	return await askAndKeep(connection, namesWhereAllowed);
}

function isGoodFor(ids: Set<string>, { askedAtMs, byId }: FormNames, nowMs: number): boolean {
	const ageMs = nowMs - askedAtMs;
	if (ageMs < 0 || ageMs >= KEPT_MS) return false;
	return ageMs < TRUSTED_MS || byId.size === 0 || [...ids].every((id) => byId.has(id));
}

/**
 * The name of every form by its ID. Because forms can be renamed, names in memory are used only for
 * a minute, and only if the caller finds what it needs. Throws without permission to read forms.
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
