import { asNodeError } from '../errors/nodeErrors';
import { nodeInLog } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isWithin } from '../general/time';
import { foldText, trimUnseen } from '../general/typedText';
import type { Connection } from './connection';
import { itemsOf } from './itemsOf';
import { request, throwIfStopped, timeLeftMs } from './transport/request';
import type { Form, Submission } from './types';

/** For this long, a name is taken to be what it was (milliseconds). */
const NAMES_KEPT_MS = 10 * 60_000;

/** For this long, names are neither asked for again nor doubted, whatever came of it (milliseconds). */
export const TRUSTED_MS = 60_000;

/** Rows wait this long for the names of their forms, and a part of it for their turn (milliseconds). */
const QUICKLY = { maxAttempts: 1, patienceMs: 2_000, refusedMs: 0, timeoutMs: 5_000 };

/** By form ID; undefined for a form that has none. */
export type FormNames = Map<string, string | undefined>;

type Kept = {
	names: FormNames;
	fetchedAtMs: number;
	/** When they were last asked for, and what was logged if they couldn't be had. */
	askedAtMs: number;
	problem?: string;
};

const NONE: Kept = { names: new Map(), fetchedAtMs: -Infinity, askedAtMs: -Infinity };

/** By key, in process memory; those fetched longest ago are dropped first. */
const keptFormNames = new ProcessMemory<Kept>(500);

/** The list that is being read quickly, by key: many triggers may want it at once. */
const underWay = new ProcessMemory<Promise<FormNames>>(500);

/** Every form of the workspace (`GET /v1/forms`, specification section 4). */
export async function listForms(connection: Connection): Promise<Form[]> {
	const { json } = await request(connection, { method: 'GET', path: ['forms'] });
	return itemsOf(connection, json);
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
	let names = formNamesSince(NAMES_KEPT_MS, connection);
	const isUnknown = ({ formId }: OfForm) => typeof formId === 'string' && !names?.has(formId);
	const { askedAtMs } = keptFormNames.get(connection.keyDigest) ?? NONE;
	const mayAsk = !isWithin(TRUSTED_MS, askedAtMs, Date.now()) && timeLeftMs(connection) > 0;
	if (mayAsk && submissions.some(isUnknown)) names = (await tryFormNames(connection)) ?? names;
	return ({ formId }) => names?.get(String(formId)) ?? chosen.name ?? null;
}

export function formNamesSince(lengthMs: number, { keyDigest }: Connection): FormNames | undefined {
	const kept = keptFormNames.get(keyDigest) ?? NONE;
	return isWithin(lengthMs, kept.fetchedAtMs, Date.now()) ? kept.names : undefined;
}

export async function fetchFormNames(connection: Connection): Promise<FormNames> {
	const nowMs = Date.now();
	const forms = await listForms(connection);
	const names: FormNames = new Map(
		forms.map(({ id, name }) => [id, typeof name === 'string' ? name : undefined]),
	);
	keptFormNames.set(connection.keyDigest, { names, fetchedAtMs: nowMs, askedAtMs: nowMs });
	return names;
}

/** The names, if they can be had soon; if not, that is logged once for each reason. */
export async function tryFormNames(connection: Connection): Promise<FormNames | undefined> {
	const { context, keyDigest, timeLimits } = connection;
	const quick = { ...connection, timeLimits: { ...timeLimits, ...QUICKLY } };
	try {
		return await underWay.getOrMake(keyDigest, async () => await fetchFormNames(quick));
	} catch (error) {
		throwIfStopped(context);
		const kept = keptFormNames.get(keyDigest) ?? NONE;
		const problem = `the names of forms couldn't be read. ${asNodeError(context.getNode(), error).message}`;
		if (kept.problem !== problem) context.logger.warn(`${nodeInLog(context)}: ${problem}`);
		keptFormNames.set(keyDigest, { ...kept, askedAtMs: Date.now(), problem });
		return undefined;
	} finally {
		underWay.delete(keyDigest);
	}
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
