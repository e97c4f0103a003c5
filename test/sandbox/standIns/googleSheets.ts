import { asArray, asObject } from '../client/json';
import type { Site } from './internet';

const HOST = 'sheets.googleapis.com';

/** The data of a `googleSheetsOAuth2Api` credential to which a person has connected an account. */
export const SHEETS_ACCOUNT = {
	clientId: 'client',
	clientSecret: 'secret',
	oauthTokenData: { access_token: 'token', token_type: 'Bearer' },
};

/** A document with one sheet, as a person chooses them in the two lists. */
export const DOCUMENT = {
	documentId: { __rl: true, mode: 'list', value: '1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789' },
	sheetName: { __rl: true, mode: 'list', value: 'gid=0' },
};

const PROPERTIES = {
	sheetId: 0,
	title: 'Sheet1',
	gridProperties: { rowCount: 1_000, columnCount: 26 },
};

/** The part of the Sheets API (v4) with which n8n's node reads and appends. */
export function createGoogleSheets() {
	const grid: unknown[][] = [];
	let refusals = 0;

	const valuesIn = (body: string) =>
		asArray(asObject(JSON.parse(body), 'the body').values, 'the values').map((row) =>
			asArray(row, 'a row'),
		);

	/** Rows as Google returns them, for a range such as `Sheet1`, `Sheet1!1:1`, or `Sheet1!A:A`. */
	function read(range: string): unknown[][] {
		const [, cells = ''] = range.split('!');
		const line = /^(\d+):\d+$/.exec(cells)?.[1];
		if (line !== undefined) return grid.slice(Number(line) - 1, Number(line));
		return cells === 'A:A' ? grid.map(([first]) => [first]) : grid;
	}

	const answer: Site = ({ method, path, body }) => {
		const [, range = '', verb] =
			/\/values\/([^:]+(?::\d+|:A)?)(:append)?$/.exec(decodeURIComponent(path)) ?? [];
		if (refusals > 0 && range !== '') {
			refusals -= 1;
			return { status: 429, body: { error: { code: 429, message: 'Quota exceeded' } } };
		}
		if (method === 'GET' && range === '') {
			return { status: 200, body: { sheets: [{ properties: PROPERTIES }] } };
		}
		if (method === 'GET') {
			const values = read(range);
			// Google leaves out what is empty.
			return { status: 200, body: values.length > 0 ? { range, values } : { range } };
		}
		if (verb !== undefined) grid.push(...valuesIn(body));
		else if (method === 'PUT') {
			const from = Number(/!(\d+):/.exec(range)?.[1] ?? Number.NaN);
			valuesIn(body).forEach((row, index) => (grid[from - 1 + index] = row));
		} else if (!path.endsWith(':batchUpdate')) {
			return { status: 501, body: { error: `Not part of this: ${path}` } };
		}
		return { status: 200, body: {} };
	};

	return {
		/** By host, for `startInternet`. */
		sites: { [HOST]: answer },
		/** All rows, the names of the columns first. */
		grid,
		/** As many requests for cells are refused, as where a minute has had too many. */
		refuseNext(count: number): void {
			refusals = count;
		},
	};
}
