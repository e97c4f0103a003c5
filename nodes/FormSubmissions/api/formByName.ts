import type { Connection } from './connection';
import { currentFormNames } from './formNames';

/** Whether a text has the shape of a form's ID (specification, section 2). */
export function isFormId(text: string): boolean {
	return /^frm_\S+$/.test(text);
}

/**
 * The form with this name, as the list of forms says (`GET /v1/forms`). Upper and lower case count
 * only where names differ in nothing else. Throws where no form has the name, or more than one has:
 * none of them may be guessed.
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

/** An ID of a shape that the specification does not show stands for itself. */
function idsOf(wanted: string, names: Map<string, unknown>): string[] {
	if (names.has(wanted)) return [wanted];
	const exactly = idsWhere(names, (name) => name.trim() === wanted);
	return exactly.length > 0 ? exactly : idsWhere(names, (name) => folded(name) === folded(wanted));
}

function idsWhere(names: Map<string, unknown>, isWanted: (name: string) => boolean): string[] {
	const found = [...names].filter(([, name]) => typeof name === 'string' && isWanted(name));
	return found.map(([id]) => id);
}

/** Letters with accents are written in one piece or in two; both look the same. */
function folded(name: string): string {
	return name.trim().normalize().toLowerCase();
}
