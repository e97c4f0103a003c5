/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import readExcelFile from 'read-excel-file/node';

import { loadExample, readExample, type ExampleName } from '../sandbox/client/examples';
import { asObject } from '../sandbox/client/json';
import type { Execution } from '../sandbox/client/n8nClient';
import { parse as parseCsv } from 'csv-parse/sync';
import { CHOSEN, HOSTILE, inColumns } from './support/hostileNames';
import { useHost } from './support/host';

const TRIGGER = 'When clicking ‘Execute workflow’';
const READ = 'Get submissions';
const WRITE = 'Write the file';
const FIELDS = ['name', 'phone', 'code', 'topics', 'guests', 'newsletter', 'message', 'article'];

/** What three visitors entered. */
const ENTERED = [
	{
		name: '=HYPERLINK("https://example.com";"Click")',
		phone: '+49 221 5550123',
		code: '007',
		topics: ['Billing', 'Support'],
		guests: -3,
		newsletter: true,
		message: 'Two lines,\nand a "quoted" word',
		article: 4_006_381_333_931,
	},
	{ name: '花屋', phone: '-5', code: '1/2', topics: [], newsletter: false },
	{ name: 'a\r=1+1', phone: '0221;=1+1', message: 'Two:\r\n- one' },
];
/** What their rows should contain, field by field, with formulas escaped or not. */
const rowsOf = (escape: (formula: string) => string): Cell[][] => [
	[
		escape('=HYPERLINK("https://example.com";"Click")'),
		escape('+49 221 5550123'),
		'007',
		'Billing, Support',
		-3,
		true,
		'Two lines,\nand a "quoted" word',
		'4006381333931',
	],
	['花屋', '-5', '1/2', '', null, false, null, null],
	[
		`a\r${escape('=1+1')}`,
		`0221;${escape('=1+1')}`,
		null,
		null,
		null,
		null,
		`Two:\r\n${escape('- one')}`,
		null,
	],
];

type Cell = string | number | boolean | null;
/** A kind of file: how a user creates it, and how a test reads its cells. */
type Kind = {
	example: ExampleName;
	convert: string;
	/** What this kind of file needs in front of text that looks like a formula. */
	escape: (formula: string) => string;
	cells: (path: string) => Promise<Cell[][]>;
	/** How this kind of file represents a value from a row. */
	toCell: (value: Cell) => Cell;
	/** The same for text that is longer than a cell of Excel. */
	toLongCell: (text: string) => Cell;
};

const KINDS: Kind[] = [
	{
		example: 'export-to-csv',
		convert: 'Convert to CSV',
		escape: (formula) => `'${formula}`,
		cells: async (path) => await Promise.resolve(parseCsv(readFileSync(path), { bom: true })),
		toCell: (value) =>
			typeof value === 'boolean'
				? String(value).toUpperCase()
				: // Escape Formulas writes every line break in the same way.
					String(value ?? '').replace(/\r\n?/g, '\n'),
		toLongCell: (text) => text,
	},
	{
		example: 'export-to-excel',
		convert: 'Convert to Excel',
		// Its cells say that they hold text.
		escape: (formula) => formula,
		cells: async (path) => (await readExcelFile(path))[0]?.data as Cell[][],
		// A spreadsheet has no empty strings.
		toCell: (value) => (value === '' ? null : value),
		toLongCell: (text) => `${text.slice(0, 32_746)}… (shortened)`,
	},
];

describe('The files of the examples', () => {
	const host = useHost();

	describe.each(KINDS)('$example', ({ example, convert, escape, cells, toCell, toLongCell }) => {
		let formId: string;

		beforeEach(() => {
			formId = host().emulator.addForm({ name: 'Contact' }).id;
		});

		const run = async (parameters: Record<string, Record<string, unknown>>): Promise<Execution> => {
			const { n8n, credential } = host();
			const file = loadExample(example, { credential, formId, parameters });
			const settings = { ...file.settings, timezone: 'Asia/Tokyo' };
			const { id } = await n8n.workflows.create({ ...file, settings });
			return await n8n.executions.run(id, { trigger: TRIGGER });
		};

		it('contains exactly what was entered, in the chosen columns, whatever they are called', async () => {
			const submissions = ENTERED.map((entered, index) =>
				host().emulator.addSubmission({
					formId,
					data: { ...entered, ...HOSTILE },
					createdAt: `2026-01-31T20:0${index}:00.000Z`,
				}),
			);
			const fields = [...FIELDS, ...Object.keys(CHOSEN)];
			const fileName = join(host().exportFolder, `${example}-file`);
			const read = readExample(example).nodes.find(({ name }) => name === READ)?.parameters;

			const { error } = await run({
				[WRITE]: { fileName },
				[READ]: {
					// As stored when a user chooses the form from the list.
					formId: { __rl: true, mode: 'list', value: formId, cachedResultName: 'Contact' },
					options: { ...(read?.options as object), fields, order: 'oldestFirst' },
				},
			});

			expect(error).toBeUndefined();
			const [header = [], ...rows] = await cells(fileName);
			const written = rows.map((row) =>
				Object.fromEntries(header.map((name, index) => [name, row[index]])),
			);
			expect(written).toMatchObject(
				rowsOf(escape).map((values, index) => ({
					submittedAt: `2026-02-01 05:0${index}:00`,
					...Object.fromEntries(
						Object.entries(inColumns(CHOSEN)).map(([name, value]) => [name, toCell(value)]),
					),
					...Object.fromEntries(FIELDS.map((name, field) => [name, toCell(values[field] ?? null)])),
					formName: 'Contact',
					id: submissions[index]?.id,
					formId,
				})),
			);
		});

		it('has a row for a submission whose text is longer than a cell of Excel', async () => {
			// An emoji, which takes two characters, is where the text is cut.
			const message = `${'a'.repeat(32_746)}🙂${'b'.repeat(10_000)}`;
			host().emulator.addSubmission({ formId, data: { message } });
			const fileName = join(host().exportFolder, `${example}-long`);

			const { error } = await run({ [WRITE]: { fileName } });

			expect(error).toBeUndefined();
			const [header = [], row = []] = await cells(fileName);
			expect(row[header.indexOf('message')]).toBe(toLongCell(message));
		});

		it('has a column for every field, also for one that was renamed', async () => {
			host().emulator.addSubmission({ formId, data: { Phone: '007' } });
			host().emulator.addSubmission({ formId, data: { Telephone: '008' } });
			const fileName = join(host().exportFolder, `${example}-renamed`);

			const { error } = await run({ [WRITE]: { fileName } });

			expect(error).toBeUndefined();
			const [header = [], ...rows] = await cells(fileName);
			expect(rows.map((row) => row[header.indexOf('Telephone')])).toEqual(['008', toCell('')]);
			expect(rows.map((row) => row[header.indexOf('Phone')])).toEqual([toCell(''), '007']);
		});

		it('writes no file to the computer that runs n8n unless a person activates that; its name says if there is nothing', async () => {
			const before = readdirSync(host().exportFolder);

			const nothing = await run({});
			host().emulator.addSubmissions(formId, 3);
			const something = await run({});

			expect([nothing.error, something.error]).toEqual([undefined, undefined]);
			expect(fileNameOf(nothing, convert)).toMatch(/^no submissions\./);
			expect(fileNameOf(something, convert)).toMatch(/^submissions\./);
			expect(readdirSync(host().exportFolder)).toEqual(before);
		});
	});

	describe('everything-from-one-person', () => {
		const example = 'everything-from-one-person';
		const ADDRESS = 'ada@example.com';

		async function exportOf(address: string): Promise<Execution> {
			const { n8n, credential } = host();
			const edit = { from: '"value":""', to: `"value":${JSON.stringify(address)}` };
			const file = loadExample(example, { credential, edits: { 'Enter the address': edit } });
			const { id } = await n8n.workflows.create(file);
			return await n8n.executions.run(id, { trigger: TRIGGER });
		}

		it('has every submission that has the address, and how, of all forms and statuses, with tests, and all of its text', async () => {
			const contact = host().emulator.addForm({ name: 'Contact' }).id;
			const jobs = host().emulator.addForm({ name: 'Jobs' }).id;
			const message = '🙂'.repeat(20_000);
			const longer = 'contains, in a longer address';
			const seeds = [
				{ how: 'is', formId: contact, data: { email: ADDRESS, message } },
				{
					how: 'is',
					formId: jobs,
					data: { Kontakt: ' Ada@Example.com ' },
					status: 'spam' as const,
				},
				{ how: 'is', formId: jobs, data: { to: ['x', ADDRESS] }, status: 'quarantined' as const },
				{ how: 'is', formId: contact, data: { email: ADDRESS, _test: true } },
				{
					how: 'is',
					formId: jobs,
					data: { guests: [{ name: 'Bob' }, { email: `${ADDRESS}\u200b` }] },
				},
				{ how: 'is', formId: jobs, data: { email: `bob@example.com; ${ADDRESS}` } },
				{ how: 'is', formId: jobs, data: { Name: { first: 'Ada', mail: ADDRESS } } },
				{ how: 'contains', formId: contact, data: { message: `Write to ${ADDRESS}.` } },
				{ how: 'contains', formId: contact, data: { email: `Ada <${ADDRESS}>` } },
				{ how: longer, formId: contact, data: { email: `${ADDRESS}.org` } },
				{ how: longer, formId: contact, data: { email: `not.${ADDRESS}` } },
			];
			const ids = seeds.map((seed) => host().emulator.addSubmission(seed).id);
			host().emulator.addSubmission({
				formId: contact,
				data: { name: 'Ada', email: 'ada@example.org' },
			});

			const execution = await exportOf('ADA@example.com');

			const rows = execution.output('Fit the cells');
			const found = new Map(rows.map((one) => [one.id, one['How it was found']]));
			expect(ids.map((id) => found.get(id))).toEqual(seeds.map(({ how }) => how));
			expect(rows).toHaveLength(seeds.length);
			const row = rows.find(({ id }) => id === ids[0]) ?? {};
			const parts = Object.keys(row).filter((name) => name.startsWith('message'));
			expect(parts.map((name) => row[name]).join('')).toBe(message);
			expect(row).toHaveProperty('ip');
			expect(fileNameOf(execution, 'Convert to Excel')).toBe('everything from one person.xlsx');
		});

		it('says so if nothing was found, or if no address was entered', async () => {
			const nothing = await exportOf('nobody@example.com');
			const empty = await exportOf('');

			expect(fileNameOf(nothing, 'Convert to Excel')).toBe('nothing found.xlsx');
			expect(empty.error).toContain("'Value'");
		});
	});
});

function fileNameOf(execution: Execution, node: string): unknown {
	const [item] = execution.items(node);
	return asObject(asObject(item?.binary, 'the files').data, 'the file').fileName;
}
