import type { IDataObject } from 'n8n-workflow';

import { emulator, formId, runNode, useActionNode } from './actionNode';

const SUBMISSIONS = { resource: 'submission', operation: 'getAll' };
const PAGE = { resource: 'submission', operation: 'getPage' };
const ONE = { resource: 'submission', operation: 'get' };

describe('what a tool returns, if it is more than a model should get,', () => {
	useActionNode();

	const rowsOf = async (parameters: IDataObject) =>
		(await runNode(parameters, { kind: 'formSubmissionsTool' })).rows;

	const signature = `data:image/png;base64,${'iVBORw0K'.repeat(25_000)}`;
	const sizeOf = (rows: IDataObject[]) => JSON.stringify(rows).length;
	const notesIn = (rows: IDataObject[]) => rows.flatMap(({ note }) => note ?? []).join('\n');
	const addAll = (count: number, data: Record<string, unknown>) => {
		for (let at = 0; at < count; at++) emulator.addSubmission({ formId, data });
	};

	it('shows kind and size of a drawn signature, and says so', async () => {
		addAll(50, { name: 'Ada', signature, both: [signature, 'data:text/plain;base64,SGk='] });

		const rows = await rowsOf(SUBMISSIONS);

		expect(rows).toHaveLength(51);
		expect(rows[0]).toMatchObject({
			name: 'Ada',
			signature: '[image/png, 150 kB]',
			both: '[image/png, 150 kB]; [text/plain, 2 bytes]',
		});
		expect(notesIn(rows)).toMatch(/their kind and size are shown in: "signature", "both"\./);
		expect(sizeOf(rows)).toBeLessThan(100_000);
	});

	it('cuts long texts, says where, and how to get one whole', async () => {
		const essay = 'word '.repeat(2_000);
		addAll(2, { name: 'Ada', essay });

		const rows = await rowsOf(SUBMISSIONS);

		expect(String(rows[0]?.essay)).toHaveLength(2_000);
		expect(rows[0]?.essay).toMatch(/ word…$/);
		expect(notesIn(rows)).toMatch(/cut.* in: "essay"\. .*Submission > Get with the ID/);
		const one = await rowsOf({
			...ONE,
			submissionId: { __rl: true, mode: 'id', value: String(rows[0]?.id) },
		});
		expect(one).toEqual([expect.objectContaining({ essay })]);
	});

	it('cuts no character in two', async () => {
		const begin = 'x'.repeat(1_998);
		addAll(1, { text: begin + '😀'.repeat(10) });

		expect((await rowsOf(SUBMISSIONS))[0]?.text).toBe(`${begin}…`);
	});

	it.each(['newestFirst', 'oldestFirst'])(
		'has as many of the newest as fit, and says so (%s)',
		async (order) => {
			addAll(200, { essay: 'word '.repeat(350) });

			const rows = await rowsOf({ ...SUBMISSIONS, returnAll: true, options: { order } });

			expect(sizeOf(rows)).toBeLessThan(100_000);
			expect(sizeOf(rows)).toBeGreaterThan(70_000);
			const shown = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
			if (order === 'oldestFirst') shown.reverse();
			expect(rows).toHaveLength(shown.length + 1);
			expect(shown).toEqual(
				(await runNode({ ...SUBMISSIONS, limit: shown.length })).rows.map(({ id }) => id),
			);
			expect(notesIn(rows)).toMatch(/as many as there is room for, .*narrow.*fewer columns.*Count/);
		},
	);

	it.each<[string, IDataObject]>([
		['as sent', { ...SUBMISSIONS, simplify: false }],
		['a page', PAGE],
		['a page as sent', { ...PAGE, simplify: false }],
	])('does the same with %s', async (_what, parameters) => {
		addAll(90, { essay: 'word '.repeat(1_000), signature });

		const rows = await rowsOf({ ...parameters, limit: 90 });

		expect(sizeOf(rows)).toBeLessThan(100_000);
		expect(JSON.stringify(rows)).toContain('[image/png, 150 kB]');
		expect(notesIn(rows)).toMatch(/There is room for|as many as there is room/);
		expect(notesIn(rows)).toMatch(/in: "essay"\./);
	});

	it.each<[string, Record<string, unknown>]>([
		[
			'many columns',
			Object.fromEntries(
				Array.from({ length: 900 }, (_, at) => [`${'n'.repeat(300)}${at}`, 'x'.repeat(3_000)]),
			),
		],
		['a text', { text: '\n"'.repeat(500_000) }],
		['a name', { ['n'.repeat(500_000)]: 1 }],
		[
			'nested groups',
			JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`) as Record<string, unknown>,
		],
	])('has at most as much of one that is too large by %s', async (_what, data) => {
		addAll(1, data);

		for (const parameters of [SUBMISSIONS, PAGE, { ...SUBMISSIONS, simplify: false }]) {
			const rows = await rowsOf(parameters);
			expect(sizeOf(rows)).toBeLessThan(100_000);
			expect(JSON.stringify(rows)).toContain('submittedAt');
		}
	});

	it('shows nothing of what is nested more than thirty levels deep', async () => {
		const nested = (levels: number) =>
			JSON.parse(`${'{"a":'.repeat(levels)}"end"${'}'.repeat(levels)}`) as IDataObject;
		addAll(1, { deep: nested(29), deeper: nested(30), deepest: nested(200) });

		const [row = {}] = await rowsOf({ ...SUBMISSIONS, simplify: false });

		expect(row.data).toMatchObject({ deep: nested(29) });
		const shown = JSON.stringify(row);
		expect(shown.match(/"end"/g)).toHaveLength(1);
		expect(shown.match(/"…"/g)).toHaveLength(2);
	});

	it('has all of it for a workflow', async () => {
		addAll(1, { signature });

		expect((await runNode(SUBMISSIONS)).rows[0]).toMatchObject({ signature });
	});
});
