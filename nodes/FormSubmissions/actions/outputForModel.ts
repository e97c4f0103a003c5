import type { IDataObject } from 'n8n-workflow';

import { quoteNames } from '../errors/quotes';
import { isDataObject } from '../general/records';

/** The most that a model gets of a text, the sign of a cut included (characters). */
const MAX_TEXT = 2_000;

/** The most that it gets of a text of one submission that it asked for by its ID (characters). */
const MAX_WHOLE_TEXT = 80_000;

/** The most that it gets at once, and what is left of that for notes (characters). */
const MAX_OUTPUT = 100_000;
const FOR_NOTES = 15_000;

/** How short texts become in a row that would be too much alone (characters). */
const SHORTER = [40_000, 10_000, 500, 100, 20];

/** Deeper, nothing is shown. */
const MAX_DEPTH = 30;

/** A drawn signature, or an image that was pasted into a text. */
const DATA_URL = /data:([a-z0-9.+/;=-]{1,200}),([^\s"]*)/gi;

/** The rows that a model gets, as far as there is room for them. */
export class OutputForModel {
	readonly rows: IDataObject[] = [];

	/** The names of what was cut, of what has no room, and of what has a file in it. */
	private readonly cut = new Set<string>();

	private readonly leftOut = new Set<string>();

	private readonly files = new Set<string>();

	private room = MAX_OUTPUT - FOR_NOTES;

	/** As many of the first rows as there is room for; `isWhole`: a model asked for this one. */
	addAll(rows: IDataObject[], isWhole?: boolean): IDataObject[] {
		rows.every((row) => this.add(row, isWhole));
		return this.rows;
	}

	/** Whether there was room for it. Of the first row, there is always something. */
	add(row: IDataObject, isWhole = false): boolean {
		const maxText = isWhole ? MAX_WHOLE_TEXT : MAX_TEXT;
		const shown = this.shortened(row, maxText);
		const fitting =
			sizeOf(shown) <= this.room || this.rows.length > 0 ? shown : this.narrowed(row, maxText);
		const size = sizeOf(fitting);
		if (size > this.room) return false;
		this.rows.push(fitting);
		this.room -= size;
		return true;
	}

	/** What was cut, and how to get it. */
	notes(): string[] {
		const note = (names: Set<string>, text: (quoted: string) => string) =>
			names.size === 0 ? [] : [text(quoteNames([...names]))];
		return [
			...note(
				this.cut,
				(names) =>
					`Long texts are cut, and end with "…", in: ${names}. To read one whole, use Submission > Get with the ID of the submission.`,
			),
			...note(
				this.leftOut,
				(names) =>
					`There is no room for: ${names}. To get one of these, choose fewer columns with the options 'Form Field Names or IDs' and 'Service Columns'.`,
			),
			...note(
				this.files,
				(names) => `Instead of files, their kind and size are shown in: ${names}.`,
			),
		];
	}

	private narrowed(row: IDataObject, maxText: number): IDataObject {
		let shown = row;
		for (const shorter of SHORTER.filter((length) => length < maxText)) {
			shown = this.shortened(row, shorter);
			if (sizeOf(shown) <= this.room) return shown;
		}
		let size = 2;
		const fitting = Object.entries(shown).filter(([name, value]) => {
			const withIt = size + sizeOf({ [name]: value });
			if (withIt > this.room) this.leftOut.add(name);
			else size = withIt;
			return withIt <= this.room;
		});
		return Object.fromEntries(fitting);
	}

	private shortened(row: IDataObject, maxText: number): IDataObject {
		const shown = this.shorten(row, { name: '', maxText, depth: 0 });
		return isDataObject(shown) ? shown : {};
	}

	private shorten(value: unknown, at: { name: string; maxText: number; depth: number }): unknown {
		if (typeof value === 'string') return this.shortenText(value, at);
		if (typeof value !== 'object' || value === null) return value;
		if (at.depth > MAX_DEPTH) return '…';
		const depth = at.depth + 1;
		if (Array.isArray(value)) return value.map((one) => this.shorten(one, { ...at, depth }));
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [
				name,
				this.shorten(inner, { ...at, name, depth }),
			]),
		);
	}

	private shortenText(text: string, { name, maxText }: { name: string; maxText: number }): string {
		const shown = text.includes('data:') ? text.replace(DATA_URL, kindAndSize) : text;
		if (shown !== text) this.files.add(name);
		if (shown.length <= maxText) return shown;
		this.cut.add(name);
		return `${shown.slice(0, maxText - 1).replace(/\p{Surrogate}$/u, '')}…`;
	}
}

function kindAndSize(url: string, head: string, content: string): string {
	const [kind = ''] = head.split(';');
	const isBase64 = /;base64$/i.test(head);
	// Without a kind, these may be words.
	if (!isBase64 && !kind.includes('/')) return url;
	const [data = ''] = (isBase64 ? /^[a-z0-9+/_=-]*/i : /^.*?(?=;?$)/).exec(content) ?? [];
	const bytes = isBase64 ? Math.floor((data.replace(/=+$/, '').length * 3) / 4) : data.length;
	const size = bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`;
	return `[${kind.includes('/') ? kind : 'file'}, ${size}]${content.slice(data.length)}`;
}

/** With the comma that follows it. */
function sizeOf(row: IDataObject): number {
	return JSON.stringify(row).length + 1;
}
