import type { Submission } from '../../api/types';
import { MAX_QUOTED, quoteValue, quoteValues } from '../../fields/field';
import { isRecord } from '../../general/records';
import { nameFinder } from '../../general/typedText';

/**
 * Which of the wanted form fields a walk meets, and which others. No more of these are kept than a
 * text lists: a walk may be of any length, and its submissions may have any names.
 */
export class FieldNames {
	private readonly wanted: ReadonlySet<string>;

	private readonly wantedName: (name: string) => string | undefined;

	/** The wanted ones that no submission has had so far. */
	readonly unseen: Set<string>;

	private readonly others = new Set<string>();

	constructor(wanted: string[] = []) {
		this.wanted = new Set(wanted);
		this.wantedName = nameFinder(wanted);
		this.unseen = new Set(wanted);
	}

	/** Takes note of the fields of these submissions; if none is wanted, nobody asks for the others. */
	meet(submissions: Submission[]): void {
		if (this.wanted.size === 0) return;
		for (const { data } of submissions) {
			for (const name of isRecord(data) ? Object.keys(data) : []) {
				const wanted = this.wantedName(name);
				if (wanted !== undefined) this.unseen.delete(wanted);
				else if (this.others.size <= MAX_QUOTED) this.others.add(name);
			}
		}
	}

	/**
	 * Says which of the wanted fields none had (a name may be mistyped), and which fields there are, in the
	 * submissions that were `met`.
	 */
	noteUnseen(met: 'returned' | 'searched'): string[] {
		if (this.unseen.size === 0) return [];
		const known = [...[...this.wanted].filter((name) => !this.unseen.has(name)), ...this.others];
		const problem = `None of the submissions ${met} has a field named ${[...this.unseen].map(quoteValue).join(' or ')}.`;
		return [known.length === 0 ? problem : `${problem} Their fields are: ${quoteValues(known)}.`];
	}

	/** Says which fields there are besides the wanted ones: a form may have got one, or it was renamed. */
	noteOthers(): string[] {
		if (this.others.size === 0) return [];
		const others = quoteValues([...this.others]);
		return [
			`The submissions returned also have fields that aren't chosen in 'Form Field Names or IDs': ${others}.`,
		];
	}
}
