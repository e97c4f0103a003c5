import { asNodeError } from '../errors/nodeErrors';
import { foldText, trimUnseen } from '../general/typedText';
import { nodeInLog } from '../general/node';
import { isWithin } from '../general/time';
import { BoundedMap, remembered } from '../general/remembered';
import type { Connection } from './connection';
import { itemsOf } from './listResponse';
import { request, throwIfStopped, timeLeftMs } from './transport/request';
import type { Form, Submission } from './types';

const KEPT_MS = 10 * 60_000;

/** For this long, names are neither asked for again nor doubted, whatever came of it (milliseconds). */
const TRUSTED_MS = 60_000;

/** Rows wait this long for the names of their forms, and a part of it for their turn (milliseconds). */
const QUICKLY = { maxAttempts: 1, patienceMs: 2_000, refusedMs: 0, timeoutMs: 5_000 };

/** By form ID; undefined for a form that has none. */
type Names = Map<string, string | undefined>;

type Kept = {
	names: Names;
	fetchedAtMs: number;
	/** When they were last asked for, and what was logged if they couldn't be had. */
	askedAtMs: number;
	problem?: string;
};

const NONE: Kept = { names: new Map(), fetchedAtMs: -Infinity, askedAtMs: -Infinity };

/** By key, in process memory; those fetched longest ago are dropped first. */
const keptNames = remembered(() => new BoundedMap<string, Kept>(500));

/** Every form of the workspace (`GET /v1/forms`, specification section 4). */
export async function listForms(connection: Connection): Promise<Form[]> {
	return itemsOf(connection, await request(connection, { method: 'GET', path: ['forms'] }));
}

type OfForm = Pick<Submission, 'formId'>;

/**
 * Returns a function that looks up the form name of each of these submissions, as the list of forms
 * has it now. Rows neither wait long nor fail for it: if it can't be had, the name of the form that
 * was `chosen` takes its place, or else null. Throws only if a person stopped the execution.
 */
export async function formNamesFor(
	connection: Connection,
	submissions: OfForm[],
	chosen: { name?: string } = {},
): Promise<(submission: OfForm) => string | null> {
	const ids = submissions.flatMap(({ formId }) => (typeof formId === 'string' ? [formId] : []));
	let names = namesSince(KEPT_MS, connection);
	const { askedAtMs } = keptNames().get(connection.keyDigest) ?? NONE;
	const mayAsk = !isWithin(TRUSTED_MS, askedAtMs, Date.now()) && timeLeftMs(connection) > 0;
	if (mayAsk && ids.some((id) => !names?.has(id))) names = (await tryNames(connection)) ?? names;
	return ({ formId }) => names?.get(String(formId)) ?? chosen.name ?? null;
}

function namesSince(lengthMs: number, { keyDigest }: Connection): Names | undefined {
	const kept = keptNames().get(keyDigest) ?? NONE;
	return isWithin(lengthMs, kept.fetchedAtMs, Date.now()) ? kept.names : undefined;
}

async function fetchNames(connection: Connection): Promise<Names> {
	const nowMs = Date.now();
	const forms = await listForms(connection);
	const names: Names = new Map(
		forms.map(({ id, name }) => [id, typeof name === 'string' ? name : undefined]),
	);
	keptNames().set(connection.keyDigest, { names, fetchedAtMs: nowMs, askedAtMs: nowMs });
	return names;
}

/** The names, if they can be had soon; if not, that is logged once for each reason. */
async function tryNames(connection: Connection): Promise<Names | undefined> {
	const { context, keyDigest, occasion } = connection;
	try {
		return await fetchNames({ ...connection, occasion: { ...occasion, ...QUICKLY } });
	} catch (error) {
		throwIfStopped(context);
		const kept = keptNames().get(keyDigest) ?? NONE;
		const problem = `the names of forms couldn't be read. ${asNodeError(context.getNode(), error).message}`;
		if (kept.problem !== problem) context.logger.warn(`${nodeInLog(context)}: ${problem}`);
		keptNames().set(keyDigest, { ...kept, askedAtMs: Date.now(), problem });
		return undefined;
	}
}

/**
 * Throws if the workspace's list of forms doesn't contain the ID: the service may respond to an
 * unknown form with an empty list of submissions. If the list can't be read, nothing is checked.
 */
export async function assertFormExists(
	connection: Connection,
	id: string,
	name?: string,
): Promise<void> {
	if (namesSince(KEPT_MS, connection)?.has(id)) return;
	const names = await tryNames(connection);
	if (!names || names.has(id)) return;
	throw noSuchForm(connection, { id, name }, names);
}

/**
 * What lists call these forms, in their order: by name, or by ID if there is none. Those whose names look
 * the same are told apart by their IDs.
 */
export function labelsOf(forms: Array<Pick<Form, 'id' | 'name'>>): string[] {
	const named = forms.map(({ id, name }) => {
		const label = typeof name === 'string' && trimUnseen(name) !== '' ? name : id;
		return { id, label, folded: foldText(label) };
	});
	const counts = new Map<string, number>();
	for (const { folded } of named) counts.set(folded, (counts.get(folded) ?? 0) + 1);
	return named.map(({ id, label, folded }) =>
		counts.get(folded) === 1 ? label : `${label} (${id})`,
	);
}

const MAX_LISTED = 20;

function noSuchForm({ errorFor }: Connection, wanted: FormChoice, names: Names) {
	const known = labelsOf([...names].map(([id, name]) => ({ id, name })));
	const listed = known.slice(0, MAX_LISTED).map((name) => `"${name}"`);
	const more = known.length > MAX_LISTED ? [`${known.length - MAX_LISTED} more`] : [];
	const forms = [...listed, ...more].join(', ');
	return errorFor('noSuchForm', { id: wanted.id, name: wanted.name, forms });
}

/** The form chosen. Without an ID, nothing was chosen in the list. */
export type FormChoice = {
	id?: string;
	isFromList?: boolean;
	/** As n8n stores it with a form chosen from the list; undefined if it isn't certain. */
	name?: string;
};

/**
 * The form whose submissions are listed. People and models know forms by name, so what doesn't look
 * like an ID is treated as a name, whose ID the service is asked for: even where the list stores its
 * choice, since a workflow may be written by hand. A model may also make up an ID, and would take an
 * empty list for an answer.
 */
export async function findForm(connection: Connection, form: FormChoice): Promise<FormChoice> {
	if (form.id === undefined) return form;
	// The shape of an ID, according to the specification (section 2).
	if (!/^frm_\S+$/.test(form.id)) return await formByName(connection, form.id, form.name);
	const mayBeMadeUp = connection.isForModel && !form.isFromList;
	if (mayBeMadeUp) await assertFormExists(connection, form.id, form.name);
	return form;
}

/**
 * Case, and what nobody sees, matter only between names that don't differ otherwise. Throws if no form
 * or more than one has the name, rather than guess. `label` is what the list called it, if it was chosen there.
 */
async function formByName(
	connection: Connection,
	wanted: string,
	label?: string,
): Promise<{ id: string; name?: string }> {
	const kept = namesSince(TRUSTED_MS, connection);
	const names = kept && idsOf(wanted, kept).length === 1 ? kept : await fetchNames(connection);
	const [id, ...others] = idsOf(wanted, names);
	if (id === undefined) throw noSuchForm(connection, { id: wanted, name: label }, names);
	if (others.length > 0) {
		const ids = [id, ...others].join(', ');
		throw connection.errorFor('severalFormsNamed', { id: ids });
	}
	return { id, name: names.get(id) };
}

/** An ID is accepted as such, even if its shape isn't the one that the specification shows. */
function idsOf(wanted: string, names: Names): string[] {
	if (names.has(wanted)) return [wanted];
	const idsWhere = (isWanted: (name: string) => boolean) =>
		[...names].flatMap(([id, name]) => (name !== undefined && isWanted(name) ? [id] : []));
	const exactly = idsWhere((name) => name.trim() === wanted);
	const folded = foldText(wanted);
	return exactly.length > 0 ? exactly : idsWhere((name) => foldText(name) === folded);
}
