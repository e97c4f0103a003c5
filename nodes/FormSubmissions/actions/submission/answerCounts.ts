import type { Submission } from '../../api/types';
import { BoundedMap } from '../../general/processMemory';
import { foldText } from '../../general/typedText';
import { isBlank } from '../../parameters/entered';
import { toCell, type Cell } from '../../rows/cells';
import { entriesOf } from '../../rows/entries';
import { chosenFields } from '../../rows/formColumns';

export const MAX_ANSWERS = 10_000;

/** The most that all answers may have (characters). */
const MAX_ANSWERS_LENGTH = 5_000_000;

export type Answer = { answer: Cell; count: number };

/** What was answered to one form field, and how often. Nothing else of the submissions is kept. */
export class Answers {
	/** By what is the same in them: letters in any case, without spaces around them. */
	private readonly counted = new Map<string, Answer>();

	/** Answers come again and again; null for what is none. */
	private readonly lately = new BoundedMap<Cell, Answer | null>(1_000);

	private readonly valuesOf: (data: unknown) => Array<[name: string, value: unknown]>;

	private length = 0;

	/** Submissions that have an answer, and those that have none. */
	answered = 0;

	unanswered = 0;

	constructor(field: string) {
		this.valuesOf = chosenFields([field]);
	}

	/** Returns whether there was room for all answers. */
	meet(submissions: Submission[]): boolean {
		for (const { data } of submissions) {
			const met = new Set<Answer>();
			for (const [, value] of this.valuesOf(data)) {
				for (const entry of entriesOf(value) ?? [value]) {
					const answer = this.answerFor(toCell(entry));
					if (answer) met.add(answer);
				}
			}
			for (const answer of met) answer.count++;
			if (met.size > 0) this.answered++;
			else this.unanswered++;
			if (this.counted.size > MAX_ANSWERS || this.length > MAX_ANSWERS_LENGTH) return false;
		}
		return true;
	}

	/** Most first. */
	all(): Answer[] {
		const { compare } = new Intl.Collator('en');
		return [...this.counted.values()].sort(
			(one, other) => other.count - one.count || compare(String(one.answer), String(other.answer)),
		);
	}

	private answerFor(cell: Cell): Answer | null {
		const known = this.lately.get(cell);
		if (known !== undefined) return known;
		// An empty group is an empty text in rows, too.
		if (isBlank(cell) || cell === '{}') {
			this.lately.set(cell, null);
			return null;
		}
		const text = String(cell);
		const folded = foldText(text);
		const answer = this.counted.get(folded) ?? { answer: cell, count: 0 };
		if (answer.count === 0 && !this.counted.has(folded)) this.length += text.length;
		this.counted.set(folded, answer);
		this.lately.set(cell, answer);
		return answer;
	}
}
