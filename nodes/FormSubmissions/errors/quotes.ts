import { withoutUnseen } from '../general/typedText';
import { lineOf } from './redaction';

/** The most that a text quotes of a value (characters). */
const MAX_SHOWN = 50;

export function quoteValue(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const shown = lineOf(text, MAX_SHOWN);
	return `"${shown === lineOf(text, MAX_SHOWN + 1) ? shown : `${shown}…`}"`;
}

/** Names are whole: a model searches with what it is told, and a person must tell them apart. */
export function quoteName(name: string): string {
	return `"${withoutUnseen(name)
		.toWellFormed()
		.replace(/[\t-\r]+/g, ' ')}"`;
}

export const MAX_QUOTED = 20;

/** The most that a list of names may have in all (characters): anyone can submit fields of any name. */
const MAX_QUOTED_LENGTH = 5_000;

/** Those that look the same once, and as many as there is room for. */
export function quoteNames(names: string[]): string {
	const shown = new Set<string>();
	let room = MAX_QUOTED_LENGTH;
	let isAll = true;
	for (const name of names) {
		const quoted = quoteName(name).normalize('NFC');
		if (shown.has(quoted)) continue;
		const fits = shown.size < MAX_QUOTED && quoted.length <= room;
		isAll &&= fits;
		if (!fits) continue;
		shown.add(quoted);
		room -= quoted.length;
	}
	if (shown.size === 0) return 'names too long to show';
	return [...shown, ...(isAll ? [] : ['and more'])].join(', ');
}
