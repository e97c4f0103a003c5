import type { Connection } from './connection';
import { currentFormNames } from './formNames';

/** Whether a text has the shape of a form's ID (specification, section 2). */
export function isFormId(text: string): boolean {
	return /^frm_\S+$/.test(text);
}

/**
 * The form with this name, from the list of forms (`GET /v1/forms`). Case matters only between names
 * that don't differ otherwise. Throws if no form or more than one has the name: none may be guessed.
 */
export async function formByName(
	connection: Connection,
	wanted: string,
): Promise<{ id: string; name?: string }> {
	const names = await currentFormNames(connection, (known) => idsOf(wanted, known).length === 1);
	const [id, ...others] = idsOf(wanted, names);
	if (id === undefined) {
		throw connection.fail({ situation: 'noFormNamed', subject: 'forms', detail: wanted });
	}
	if (others.length > 0) {
		const detail = [id, ...others].join(', ');
		throw connection.fail({ situation: 'severalFormsNamed', subject: 'forms', detail });
	}
	const name = names.get(id);
	return { id, name: typeof name === 'string' ? name : undefined };
}

/** An ID is accepted as such, even if its shape isn't the one that the specification shows. */
function idsOf(wanted: string, names: Map<string, unknown>): string[] {
	if (names.has(wanted)) return [wanted];
	const exactly = idsWhere(names, (name) => name.trim() === wanted);
	return exactly.length > 0 ? exactly : idsWhere(names, (name) => folded(name) === folded(wanted));
}

function idsWhere(names: Map<string, unknown>, isWanted: (name: string) => boolean): string[] {
	const found = [...names].filter(([, name]) => typeof name === 'string' && isWanted(name));
	return found.map(([id]) => id);
}

/** Accented letters can be encoded as one character or as two that look the same. */
function folded(name: string): string {
	return name.trim().normalize().toLowerCase();
}
