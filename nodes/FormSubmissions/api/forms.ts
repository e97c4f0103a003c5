import { asNodeError, isSituation } from '../errors';
import { BoundedMap } from '../general/boundedMap';
import { foldCase } from '../general/foldCase';
import { nodeInLog } from '../general/nodeInLog';
import { isWithin } from '../general/isWithin';
import { hasId, isRecord } from '../general/records';
import { remembered } from '../general/remembered';
import type { Connection } from './connection';
import { throwIfStopped, timeLeftMs } from './transport/admission';
import { request } from './transport/request';
import type { Form, Submission } from './types';

/** How long names are kept (milliseconds). */
const NAMES_KEPT_MS = 10 * 60_000;

/**
 * After this, the names are fetched again for a form that is not among them: it may be new. The wait
 * keeps a deleted form from using up the rate limit.
 */
const TRUSTED_MS = 10_000;

/** For this long, an entered name is taken to be the form's that had it (milliseconds). */
const NAMED_MS = 60_000;

/** After a failure, how long to wait before asking for the names again (milliseconds). */
const PAUSED_MS = 5 * 60_000;

/** Rows don't wait longer than this for the names of their forms (milliseconds). */
const MAX_NAMES_WAIT_MS = 5_000;

/** How much of that may pass before the request is sent (milliseconds). */
const NAMES_PATIENCE_MS = 2_000;

/** By form ID; undefined for a form that has none. */
type Names = Map<string, string | undefined>;

type FormNames = {
	/** The names as last fetched. */
	fetched?: { askedAtMs: number; byId: Names };
	/** What was logged when fetching them again failed, and since when to pause. */
	failed?: { line: string; pausedAtMs: number };
};

/** Keys whose form names are kept in memory; the least recently fetched are dropped first. */
const MAX_KEYS = 500;

const namesByKey = remembered(() => new BoundedMap<string, FormNames>(MAX_KEYS));

/** Every form of the workspace (`GET /v1/forms`, specification section 4). */
export async function listForms(connection: Connection): Promise<Form[]> {
	const body = await request(connection, { method: 'GET', path: ['forms'], subject: 'forms' });
	const data = isRecord(body) ? body.data : undefined;
	if (!Array.isArray(data) || !data.every(hasId)) {
		const situation = isRecord(body) && 'ok' in body ? 'noData' : 'notThisApi';
		throw connection.errorFor({ situation, subject: 'forms' });
	}
	return data;
}

/** Anything that belongs to a form, such as a submission. */
type OfForm = Pick<Submission, 'formId'>;

/**
 * Returns a function that looks up the form name of each of these submissions: the one that the
 * list of forms (`GET /v1/forms`) has now, kept in memory for ten minutes and fetched only when
 * needed. Rows neither wait nor fail for it: if it isn't available soon, the name of the form that
 * was `chosen` takes its place, or else null. Throws only if a person stopped the execution.
 */
export async function formNamesFor(
	connection: Connection,
	submissions: OfForm[],
	chosen: { name?: string } = {},
): Promise<(submission: OfForm) => string | null> {
	const names = await namesFor(connection, submissions);
	return ({ formId }) => {
		const name = typeof formId === 'string' ? names?.get(formId) : undefined;
		return name ?? chosen.name ?? null;
	};
}

async function namesFor(connection: Connection, submissions: OfForm[]): Promise<Names | undefined> {
	const trusted = namesSince(TRUSTED_MS, connection);
	if (trusted) return trusted;
	const kept = namesSince(NAMES_KEPT_MS, connection);
	const isNew = ({ formId }: OfForm) => typeof formId === 'string' && !kept?.has(formId);
	if (!submissions.some(isNew)) return kept;

	const { failed } = namesByKey().get(connection.keyDigest) ?? {};
	const isPaused = failed !== undefined && isWithin(PAUSED_MS, failed.pausedAtMs, Date.now());
	if (isPaused || timeLeftMs(connection) <= 0) return kept;
	// Only finished responses are kept: a request in progress is canceled along with its execution.
	const meaning = "the list of forms couldn't be read, so formName is empty or out of date.";
	return (await askOnce(connection, meaning)) ?? kept;
}

/** The names in memory, if they were fetched within this time. */
function namesSince(lengthMs: number, { keyDigest }: Connection): Names | undefined {
	const { fetched } = namesByKey().get(keyDigest) ?? {};
	return fetched && isWithin(lengthMs, fetched.askedAtMs, Date.now()) ? fetched.byId : undefined;
}

/** The names, if they arrive in time; if they don't, each reason is logged once, after what it means. */
async function askOnce(connection: Connection, meaning: string): Promise<Names | undefined> {
	const { deadlineMs = Infinity } = connection.occasion;
	const inTime = Math.min(Date.now() + MAX_NAMES_WAIT_MS, deadlineMs);
	const once = { maxAttempts: 1, patienceMs: NAMES_PATIENCE_MS, deadlineMs: inTime };
	try {
		return await askAndKeep({ ...connection, occasion: { ...connection.occasion, ...once } });
	} catch (error) {
		throwIfStopped(connection.context);
		const line = `${meaning} ${asNodeError(connection.context.getNode(), error).message}`;
		const { fetched, failed } = namesByKey().get(connection.keyDigest) ?? {};
		// Usually, nothing was sent then, so asking again costs nothing.
		const isWaiting = isSituation(error, 'rateLimited', 'noTurn');
		const pausedAtMs = isWaiting ? -Infinity : Date.now();
		namesByKey().set(connection.keyDigest, { fetched, failed: { line, pausedAtMs } });
		if (line !== failed?.line) {
			connection.context.logger.warn(`${nodeInLog(connection.context)}: ${line}`);
		}
		return undefined;
	}
}

async function askAndKeep(connection: Connection): Promise<Names> {
	const askedAtMs = Date.now();
	const forms = await listForms(connection);
	const byId: Names = new Map(
		forms.map(({ id, name }) => [id, typeof name === 'string' ? name : undefined]),
	);
	namesByKey().set(connection.keyDigest, { fetched: { askedAtMs, byId } });
	return byId;
}

/**
 * Throws if the workspace's list of forms doesn't contain the ID: the service may respond to an
 * unknown form with an empty list of submissions. If the list can't be read, nothing is checked.
 */
export async function assertFormExists(connection: Connection, id: string): Promise<void> {
	const meaning =
		"the list of forms couldn't be read, so it wasn't checked whether the form exists.";
	const names = await askOnce(connection, meaning);
	if (!names || names.has(id)) return;
	const situation = idsOf(id, names).length > 0 ? 'nameNotId' : 'noFormNamed';
	throw connection.errorFor({ situation, subject: 'forms', id });
}

/** The form chosen. Without an ID, nothing was chosen in the list. */
export type FormChoice = {
	id?: string;
	isFromList?: boolean;
	/** As n8n stores it with a form chosen from the list; undefined if it isn't certain. */
	name?: string;
};

/**
 * The form whose submissions are listed. People and models know forms by name, so what was entered
 * and doesn't look like an ID is treated as a name, whose ID the service is asked for. A name that
 * looks like an ID is treated as an ID.
 */
export async function findForm(connection: Connection, form: FormChoice): Promise<FormChoice> {
	if (form.id === undefined || form.isFromList || isFormId(form.id)) return form;
	return await formByName(connection, form.id);
}

/** Whether the text has the shape of a form's ID (specification, section 2). */
export function isFormId(text: string): boolean {
	return /^frm_\S+$/.test(text);
}

/**
 * The form with this name, from the list of forms (`GET /v1/forms`). Case matters only between names
 * that don't differ otherwise. Throws if no form or more than one has the name, rather than guess.
 */
export async function formByName(
	connection: Connection,
	wanted: string,
): Promise<{ id: string; name?: string }> {
	const kept = namesSince(NAMED_MS, connection);
	const isKnown = kept !== undefined && idsOf(wanted, kept).length === 1;
	const names = isKnown ? kept : await askAndKeep(connection);
	const ids = idsOf(wanted, names);
	const [id] = ids;
	if (id === undefined) {
		throw connection.errorFor({ situation: 'noFormNamed', subject: 'forms', id: wanted });
	}
	if (ids.length > 1) {
		throw connection.errorFor({
			situation: 'severalFormsNamed',
			subject: 'forms',
			id: ids.join(', '),
		});
	}
	return { id, name: names.get(id) };
}

/** An ID is accepted as such, even if its shape isn't the one that the specification shows. */
function idsOf(wanted: string, names: Names): string[] {
	if (names.has(wanted)) return [wanted];
	const exactly = idsWhere(names, (name) => name.trim() === wanted);
	return exactly.length > 0
		? exactly
		: idsWhere(names, (name) => foldCase(name) === foldCase(wanted));
}

function idsWhere(names: Names, isWanted: (name: string) => boolean): string[] {
	return [...names].flatMap(([id, name]) => (name !== undefined && isWanted(name) ? [id] : []));
}
