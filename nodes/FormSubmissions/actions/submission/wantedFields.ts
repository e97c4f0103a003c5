import type { Submission } from '../../api/types';
import { MAX_QUOTED, quoteName, quoteNames } from '../../errors/quotes';
import { isRecord } from '../../general/records';
import { nameFinder } from '../../general/typedText';
import { partsOf } from '../../rows/formFields';

/**
 * Which of the wanted form fields a walk meets, and which others. No more of these are kept than a
 * text lists: a walk may be of any length, and its submissions may have any names.
 */
export class WantedFields {
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

	meet(submissions: Submission[]): void {
		// Then nobody asks for the others, either.
		if (this.wanted.size === 0) return;
		for (const { data } of submissions) {
			for (const [name, value] of Object.entries(isRecord(data) ? data : {})) {
				this.meetField(name, partsOf(name, value)?.map(([part]) => part) ?? []);
			}
		}
	}

	/** Of a group of which some parts are wanted, the others are those parts that aren't. */
	private meetField(name: string, parts: string[]): void {
		const isWanted = this.meetWanted(name);
		const unwantedParts = parts.filter((part) => !this.meetWanted(part));
		if (isWanted) return;
		const others = unwantedParts.length < parts.length ? unwantedParts : [name];
		for (const other of others) if (this.others.size <= MAX_QUOTED) this.others.add(other);
	}

	private meetWanted(name: string): boolean {
		const wanted = this.wantedName(name);
		if (wanted !== undefined) this.unseen.delete(wanted);
		return wanted !== undefined;
	}

	/** Lists the others, too: a name may be mistyped. `met`: what was done with the submissions. */
	noteUnseen(met: 'returned' | 'searched'): string[] {
		if (this.unseen.size === 0) return [];
		const known = [...[...this.wanted].filter((name) => !this.unseen.has(name)), ...this.others];
		const problem = `None of the submissions ${met} has a field named ${[...this.unseen].map(quoteName).join(' or ')}.`;
		return [known.length === 0 ? problem : `${problem} Their fields are: ${quoteNames(known)}.`];
	}

	/** A form may have got a field, or one was renamed. */
	noteOthers(): string[] {
		if (this.others.size === 0) return [];
		const others = quoteNames([...this.others]);
		return [
			`The submissions returned also have fields that aren't chosen in 'Form Field Names or IDs': ${others}.`,
		];
	}
}
