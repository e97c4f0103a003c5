import { foldText } from '../general/typedText';
import type { Connection } from './connection';
import {
	formNamesSince,
	tryFormNames,
	type FormNames,
	labelsOf,
	TRUSTED_MS,
	fetchFormNames,
} from './forms';

/** A form that was in the list so recently is taken to be in it (milliseconds): one that is deleted is noticed later. */
const NOT_DELETED_MS = 10 * 60_000;

/**
 * Throws if the workspace's list of forms doesn't contain the ID: the service may respond to an
 * unknown form with an empty list of submissions. If the list can't be read, nothing is checked.
 */
export async function assertFormExists(
	connection: Connection,
	id: string,
	name?: string,
): Promise<void> {
	if (formNamesSince(NOT_DELETED_MS, connection)?.has(id)) return;
	const names = await tryFormNames(connection);
	if (!names || names.has(id)) return;
	throw noSuchForm(connection, { id, name }, names);
}

const MAX_LISTED = 20;

/** In all (characters); what doesn't fit is left out, so that none is cut. */
const MAX_LISTED_LENGTH = 1_900;

function noSuchForm({ errorFor }: Connection, wanted: FormChoice, names: FormNames) {
	const known = labelsOf([...names].map(([id, name]) => ({ id, name })));
	const listed: string[] = [];
	let room = MAX_LISTED_LENGTH;
	for (const label of known.map((name) => `"${name}"`)) {
		if (listed.length === MAX_LISTED || label.length > room) continue;
		listed.push(label);
		room -= label.length + 2;
	}
	const more = known.length > listed.length ? [`${known.length - listed.length} more`] : [];
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
	const kept = formNamesSince(TRUSTED_MS, connection);
	const names = kept && idsOf(wanted, kept).length === 1 ? kept : await fetchFormNames(connection);
	const [id, ...others] = idsOf(wanted, names);
	if (id === undefined) throw noSuchForm(connection, { id: wanted, name: label }, names);
	if (others.length > 0) {
		const ids = [id, ...others].join(', ');
		throw connection.errorFor('severalFormsNamed', { id: ids });
	}
	return { id, name: names.get(id) };
}

/** An ID is accepted as such, even if its shape isn't the one that the specification shows. */
function idsOf(wanted: string, names: FormNames): string[] {
	if (names.has(wanted)) return [wanted];
	const idsWhere = (isWanted: (name: string) => boolean) =>
		[...names].flatMap(([id, name]) => (name !== undefined && isWanted(name) ? [id] : []));
	const exactly = idsWhere((name) => name.trim() === wanted);
	const folded = foldText(wanted);
	return exactly.length > 0 ? exactly : idsWhere((name) => foldText(name) === folded);
}
