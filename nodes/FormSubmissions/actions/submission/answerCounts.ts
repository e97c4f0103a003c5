import type { Submission } from '../../api/types';
import { BoundedMap } from '../../general/processMemory';
import { isRecord } from '../../general/records';
import { asSeen, IN_EMOJI, trimUnseen } from '../../general/typedText';
import { isBlank } from '../../parameters/entered';
import { toCell, type Cell } from '../../rows/cells';
import { chosenFields } from '../../rows/formColumns';
import { listOf, tickedIn } from '../../rows/listsAndBoxes';

export const MAX_ANSWERS = 10_000;

/** The most that all answers may have (characters). */
const MAX_ANSWERS_LENGTH = 5_000_000;

/** Where a text that has several answers can be split. */
export type Separator = 'comma' | 'semicolon' | 'lineBreak' | 'space';

const SEPARATORS = new Map<Separator, RegExp>([
	['comma', /[,，、،]/],
	['semicolon', /[;；؛]/],
	['lineBreak', /[\n\r\u2028\u2029]/],
	['space', /\s/],
]);

export type Answer = {
	answer: Cell;
	/** Of submissions. */
	count: number;
	/** Of those that have it in a list, and the sum of its positions in these, of which 1 is the first. */
	inLists: number;
	positions: number;
};

/** What was answered to one form field, and how often. Nothing else of the submissions is kept. */
export class Answers {
	/** By how they are written. */
	private readonly counted = new Map<string, Answer>();

	/** Answers come again and again; null for what is none. */
	private readonly lately = new BoundedMap<Cell, Answer | null>(1_000);

	private readonly valuesOf: (data: unknown) => Array<[name: string, value: unknown]>;

	private readonly separator?: RegExp;

	private length = 0;

	/** Submissions that have an answer, and those that have none. */
	answered = 0;

	unanswered = 0;

	/** Whether any was a list, or a text that was split. */
	hasLists = false;

	/** One that has named parts, if any was. */
	group?: Record<string, unknown>;

	constructor(field: string, splitAt?: Separator) {
		this.valuesOf = chosenFields([field]);
		this.separator = splitAt && SEPARATORS.get(splitAt);
	}

	/** Returns whether there was room for all answers. */
	meet(submissions: Submission[]): boolean {
		for (const { data } of submissions) {
			const met = new Set<Answer>();
			for (const [, value] of this.valuesOf(data)) this.meetValue(value, met);
			for (const answer of met) answer.count++;
			if (met.size > 0) this.answered++;
			else this.unanswered++;
			if (this.counted.size > MAX_ANSWERS || this.length > MAX_ANSWERS_LENGTH) return false;
		}
		return true;
	}

	/** Most first; of as many, what stands first in lists. */
	all(): Answer[] {
		const { compare } = new Intl.Collator('en');
		return [...this.counted.values()].sort(
			(one, other) =>
				other.count - one.count ||
				averagePosition(one) - averagePosition(other) ||
				compare(String(one.answer), String(other.answer)),
		);
	}

	private meetValue(value: unknown, met: Set<Answer>): void {
		const list = listOf(value) ?? this.split(value);
		const entries = list ?? tickedIn(value);
		if (list) this.hasLists = true;
		else if (!entries && isRecord(value)) this.group ??= value;
		let position = 0;
		for (const entry of entries ?? [value]) {
			const answer = this.answerFor(toCell(entry));
			if (!answer) continue;
			position++;
			if (met.has(answer)) continue;
			met.add(answer);
			if (!list) continue;
			answer.inLists++;
			answer.positions += position;
		}
	}

	private split(value: unknown): string[] | undefined {
		return typeof value === 'string' && this.separator ? value.split(this.separator) : undefined;
	}

	private answerFor(cell: Cell): Answer | null {
		const known = this.lately.get(cell);
		if (known !== undefined) return known;
		if (isBlank(cell)) {
			this.lately.set(cell, null);
			return null;
		}
		const text = asSeen(String(cell));
		let answer = this.counted.get(text);
		if (!answer) {
			answer = { answer: shownOf(cell), count: 0, inLists: 0, positions: 0 };
			this.counted.set(text, answer);
			this.length += text.length;
		}
		this.lately.set(cell, answer);
		return answer;
	}
}

function shownOf(cell: Cell): Cell {
	if (typeof cell !== 'string') return cell;
	return cell.search(IN_EMOJI) < 0 ? trimUnseen(cell) : cell.trim();
}

/** How to split answers that look like several in one text, with one of them. */
export function findCombined(
	answers: Answer[],
): { splitAt: Separator; example: string } | undefined {
	const texts = answers.flatMap(({ answer, inLists }) =>
		typeof answer === 'string' && inLists === 0 ? [answer] : [],
	);
	const whole = new Set(texts);
	for (const [splitAt, separator] of SEPARATORS) {
		const parts = texts.map((text) => partsAt(separator, text));
		const met = new Set<string>();
		const again = new Set<string>();
		for (const part of parts.flat()) (met.has(part) ? again : met).add(part);
		// Words come again in any texts.
		const known = splitAt === 'space' ? whole : again;
		const found = parts.findIndex((own) => own.length > 1 && own.every((part) => known.has(part)));
		const example = texts[found];
		if (example !== undefined) return { splitAt, example };
	}
	return undefined;
}

function partsAt(separator: RegExp, text: string): string[] {
	return [...new Set(text.split(separator).map(trimUnseen))].filter((part) => part !== '');
}

/** 0 if it was in no list. */
function averagePosition({ inLists, positions }: Answer): number {
	return positions / Math.max(inLists, 1);
}
