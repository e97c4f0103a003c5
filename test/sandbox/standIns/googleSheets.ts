import { asArray, asObject, textOf } from '../client/json';
import { GOOGLE_LOGIN, GOOGLE_TOKEN } from './googleAccount';
import type { Site, SiteAnswer, SiteRequest } from './internet';
import { read, write, type Grid } from './sheetCells';

type Document = Map<string, Grid>;

/** Google refuses a whole call for one longer cell. */
const MAX_CELL_LENGTH = 50_000;

/** The part of the Sheets API (v4) that n8n's node calls; refuses everything else. */
export function createGoogleSheets() {
	const documents = new Map<string, Document>();
	let failures = 0;

	const sheetOf = (document: Document, title: string): Grid | undefined => document.get(title);

	const answer: Site = (request) => {
		if (request.authorization !== `Bearer ${GOOGLE_TOKEN}`) return refusal(401, 'UNAUTHENTICATED');
		const [, , , idAndVerb = '', , rangeText] = request.path.split('/');
		const [id = ''] = idAndVerb.split(':');
		const document = documents.get(id);
		if (document === undefined) return refusal(404, 'Requested entity was not found.');
		if (request.method !== 'GET' && failures > 0) {
			failures -= 1;
			return refusal(503, 'The service is currently unavailable.');
		}
		if (request.path.endsWith(':batchUpdate')) return batchUpdate(request, document);
		if (rangeText !== undefined) return values(request, document, rangeText);
		if (request.method === 'GET') return { status: 200, body: describe(document) };
		return refusal(501, `Not part of the stand-in: ${request.method} ${request.path}`);
	};

	function values(request: SiteRequest, document: Document, rangeText: string): SiteAnswer {
		const { title, a1 } = splitRange(decodeURIComponent(rangeText));
		const grid = sheetOf(document, title);
		if (grid === undefined) return refusal(400, `Unable to parse range: ${title}`);
		if (request.method === 'GET') {
			const found = read(grid, a1);
			return {
				status: 200,
				body: { range: rangeText, ...(found.length > 0 && { values: found }) },
			};
		}
		if (request.method !== 'PUT' || a1 === undefined)
			return refusal(501, 'Not part of the stand-in');
		const { values } = asObject(JSON.parse(request.body), 'the body');
		const rows = toRows(values);
		if (hasTooLongCell(rows)) return TOO_LONG;
		assertRaw(request.query.get('valueInputOption'));
		write(grid, a1, rows);
		return { status: 200, body: {} };
	}

	function batchUpdate({ path, body }: SiteRequest, document: Document): SiteAnswer {
		const parsed = asObject(JSON.parse(body), 'the body');
		// Changes to the sheet itself, such as rows added below: here, a grid grows automatically.
		if (!path.endsWith('values:batchUpdate')) return { status: 200, body: { replies: [] } };
		const parts = asArray(parsed.data, 'the data').map((entry) => asObject(entry, 'a part'));
		if (parts.some((part) => hasTooLongCell(toRows(part.values)))) return TOO_LONG;
		assertRaw(parsed.valueInputOption);
		for (const part of parts) {
			const { title, a1 } = splitRange(textOf(part, 'range'));
			const grid = sheetOf(document, title);
			if (grid === undefined || a1 === undefined) return refusal(400, 'Unable to parse range');
			write(grid, a1, toRows(part.values));
		}
		return { status: 200, body: {} };
	}

	return {
		/** By host, for `startInternet`. */
		sites: {
			...GOOGLE_LOGIN,
			'sheets.googleapis.com': answer,
		},
		/** Creates a document with sheets of these titles; returns its ID. */
		addDocument(...titles: string[]): string {
			const id = `document-${documents.size + 1}`.padEnd(44, 'x');
			documents.set(id, new Map(titles.map((title) => [title, []])));
			return id;
		},
		/** The contents of a sheet; changing them acts like a person. */
		cells(documentId: string, title: string): Grid {
			const grid = documents.get(documentId)?.get(title);
			if (grid === undefined) throw new Error(`There is no sheet ${title} in ${documentId}`);
			return grid;
		},
		/** Responds to the given number of upcoming write calls with 503. */
		failWrites(times: number): void {
			failures = times;
		},
	};
}

function describe(document: Document) {
	const sheets = [...document.keys()].map((title, index) => ({
		properties: { sheetId: index, title, index, sheetType: 'GRID' },
	}));
	return { sheets };
}

/** `'Sheet 1'`, `Sheet1!A1:B2`. */
function splitRange(range: string): { title: string; a1?: string } {
	const [title = '', a1] = range.split('!');
	return { title: title.replace(/^'|'$/g, ''), a1 };
}

const toRows = (value: unknown): unknown[][] =>
	asArray(value, 'the values').map((row) => asArray(row, 'a row'));

/** What Google makes of a text that is entered in another way, it alone knows. */
function assertRaw(option: unknown): void {
	if (option !== 'RAW') throw new Error(`Not part of the stand-in: ${String(option)}`);
}

const hasTooLongCell = (rows: unknown[][]): boolean =>
	rows.flat().some((cell) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH);

const refusal = (code: number, message: string): SiteAnswer => ({
	status: code,
	body: { error: { code, message } },
});

const TOO_LONG = refusal(
	400,
	`Your input contains more than the maximum of ${MAX_CELL_LENGTH} characters in a single cell.`,
);
