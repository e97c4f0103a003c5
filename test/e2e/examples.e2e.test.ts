/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync } from 'node:fs';

import { parse as parseCsv } from 'csv-parse/sync';
import readExcelFile from 'read-excel-file/node';

import { EXAMPLES, readExample, type ExampleName } from '../sandbox/client/examples';
import { asObject, type JsonObject } from '../sandbox/client/json';
import type { Execution } from '../sandbox/client/n8nClient';
import { nodeOf } from '../sandbox/client/workflowFile';
import { startSite } from '../sandbox/standIns/site';
import { AWKWARD } from './support/awkward';
import { errorsOf, TRIGGER, useExampleStage } from './support/exampleStage';
import { CHOSEN, HOSTILE, hostilePartOf, inColumns } from './support/hostileNames';
import { connectToMcp } from './support/mcpClient';

const DAY_MS = 24 * 60 * 60_000;
const LOCAL_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const ago = (ageMs: number) => ({ createdAt: Date.now() - ageMs });
const sorted = (values: unknown[]) => [...values].sort();

/** What a visitor entered, and the cells of a CSV file and of Excel, which may be the same. */
const CELLS: Array<[name: string, entered: unknown, inCsv: string, inExcel?: unknown]> = [
	['link', '=HYPERLINK("e.x";"Hi")', `'=HYPERLINK("e.x";"Hi")`, '=HYPERLINK("e.x";"Hi")'],
	['phone', '+49 221 5550123', "'+49 221 5550123", '+49 221 5550123'],
	['two lines', 'a\r=1+1', "a\n'=1+1", 'a\r=1+1'],
	['dash', 'Two:\r\n- one', "Two:\n'- one", 'Two:\r\n- one'],
	['quoted', 'Two lines,\nand a "quoted" word', 'Two lines,\nand a "quoted" word'],
	['semicolon', '0221;=1+1', "0221;'=1+1", '0221;=1+1'],
	['negative', '-5', '-5'],
	['code', '007', '007'],
	['half', '1/2', '1/2'],
	['name', '花屋', '花屋'],
	['topics', ['Billing', 'Support'], 'Billing, Support'],
	['none', [], '', null],
	['missing', undefined, '', null],
	['guests', -3, '-3', -3],
	['yes', true, 'TRUE', true],
	['no', false, 'FALSE', false],
	['article', 4_006_381_333_931, '4006381333931'],
];

describe('The examples, in a real n8n', () => {
	const stage = useExampleStage();
	const { host, drive, hubspot, sheets, messages, load, create, publish, run, sendEach, add } =
		stage;
	/** The versions of each node type. The list takes megabytes, so it is fetched only once. */
	let versions: Map<string, number[]>;

	beforeAll(async () => {
		versions = await host().n8n.nodeVersions();
	});

	it.each(EXAMPLES)('%s has only nodes that n8n knows, and can be imported twice', (example) => {
		for (const { type, typeVersion, webhookId } of readExample(example).nodes) {
			const known = expect.arrayContaining([typeVersion]);
			expect([type, webhookId, versions.get(type)]).toEqual([type, undefined, known]);
		}
	});

	it.each([
		['new-submission-to-any-crm', 'Look up the contact', 'url'],
		['every-submission-once', 'Send to the CRM', 'url'],
		['notify-me-when-a-workflow-fails', 'Send the message', 'url'],
	] as const)(
		'%s is not published before a person has entered where it sends',
		async (example, node, field) => {
			const id = await create(load(example, { parameters: { [node]: { [field]: '' } } }));

			await expect(host().n8n.workflows.publish(id)).rejects.toThrow(
				`Node "${node}":\n  - Missing or invalid required parameters`,
			);
		},
	);

	/** What arrived of each that a submission starts: IDs, or addresses where only those are sent. */
	const STARTED: Array<[ExampleName, (id: string) => unknown[] | Promise<unknown[]>]> = [
		['every-submission-once', async (id) => idsIn(await rowsOf(`Sent to the CRM ${id}`))],
		['new-submission', async (id) => (await outputs(id)).map((row) => row.id)],
		['new-submission-by-email', () => stage.mail().received.map(({ html }) => idIn(html))],
		['new-submission-files', () => drive.files.map(({ name }) => /^sub_[^-]+/.exec(name)?.[0])],
		['new-submission-to-any-crm', () => [...stage.crm().contacts.values()].map((one) => one.email)],
		['new-submission-to-chat', () => messages.map(({ body }) => idIn(body.text))],
		['new-submission-to-data-table', async (id) => idsIn(await stage.table(id))],
		['new-submission-to-google-sheets', () => sheets.grid.slice(1).map(([id]) => id)],
		['new-submission-to-hubspot', () => [...hubspot.contacts.values()].map((one) => one.email)],
	];
	const idIn = (text: unknown) => /sub_\w+/.exec(String(text))?.[0];
	const idsIn = (rows: JsonObject[]) => rows.map(({ submissionId }) => submissionId);
	const rowsOf = async (name: string) => await host().n8n.dataTables.rows(name);
	const outputs = async (id: string) =>
		(await host().n8n.executions.ofWorkflow(id)).flatMap((one) =>
			one.output('Add your nodes here'),
		);
	/** A person has a column for each field. */
	const nameColumns = async () => {
		const columns = (await stage.rows()).flatMap((row) => Object.keys(row));
		const named = columns.map((name) => (/^\d+$/.test(name) ? `field_${name}` : name));
		sheets.grid.push([...new Set(['id', ...named])]);
	};

	describe('that a submission starts', () => {
		let files: unknown[];
		let site: Awaited<ReturnType<typeof startSite>>;

		beforeAll(async () => {
			const headers = { 'content-type': 'application/pdf' };
			site = await startSite(() => ({ body: 'A CV', headers }));
			files = [{ name: 'a/../"cv".pdf', url: `${site.url}/cv.pdf` }];
		});

		afterAll(async () => await site.stop());

		it('publish at localhost as they are pasted, and get each submission once, but no spam', async () => {
			const all = [{ ...HOSTILE, email: 'a@example.com' }, { email: 'b@example.com' }];
			all.forEach((data) => add(data, ago(8 * DAY_MS)));
			await nameColumns();
			const ids = new Map<ExampleName, string>();
			for (const [example] of STARTED) ids.set(example, await publish(load(example)));

			const submit = async (data: JsonObject, seed: object) =>
				(await host().emulator.submit(stage.formId(), data, seed)).submission.id;
			await submit({ email: 'spam@example.com' }, { files, status: 'spam' });
			const sent = [];
			for (const data of all) sent.push(await submit(data, { files }));

			for (const [example, arrived] of STARTED) {
				const id = ids.get(example) ?? '';
				const runs = await stage.waitForRuns(TRIGGER, id, sent.length);
				const wanted = /crm|hubspot/.test(example) ? all.map(({ email }) => email) : sent;
				expect([example, errorsOf(runs)]).toEqual([example, []]);
				expect([example, sorted(await arrived(id))]).toEqual([example, sorted(wanted)]);
			}
		});

		it.each(STARTED.filter(([example]) => !/once|crm|hubspot/.test(example)))(
			'%s passes on each of what forms really send, once',
			async (example, arrived) => {
				const sent = AWKWARD.map(({ data }) => add(data, { files }));
				await nameColumns();
				const raw = example === 'new-submission-files' ? { simplify: false } : {};

				const { error, workflowId } = await stage.runWithAll(load(example), raw);

				expect(error).toBeUndefined();
				expect(sorted(await arrived(workflowId))).toEqual(sorted(sent));
			},
		);
	});

	it('new-submission passes on the whole row, and can be imported and published twice', async () => {
		const ids = [await publish(load('new-submission')), await publish(load('new-submission'))];

		await host().emulator.submit(stage.formId(), HOSTILE);

		for (const id of ids) {
			const [one] = await host().n8n.executions.waitForCount(id, 1);
			const [row = {}] = one?.output('Add your nodes here') ?? [];
			expect(hostilePartOf(row)).toEqual(HOSTILE);
		}
	});

	describe('new-submission-to-google-sheets', () => {
		const EXAMPLE = 'new-submission-to-google-sheets';
		const written = () => {
			const [names = [], ...rows] = sheets.grid;
			return rows.map((row) =>
				Object.fromEntries(names.map((name, index) => [String(name), row[index] ?? null])),
			);
		};
		/** What a person does before publishing: it names the columns. */
		async function named(first: JsonObject): Promise<void> {
			const own = { id: 'sub_first', submittedAt: '', formName: '', files: '' };
			const pinData = { [TRIGGER]: [{ json: { ...own, ...first } }] };
			const id = await create({ ...load(EXAMPLE), pinData });
			expect((await host().n8n.executions.run(id, { trigger: TRIGGER })).error).toBeUndefined();
		}
		/** As the example's trigger has them. */
		const options = { times: 'local', columns: ['submittedAt', 'formName', 'files', 'id'] };
		async function sendRows(all: JsonObject[], more: JsonObject = options) {
			const ids = all.map((data) => add(data));
			const rows = (await stage.rows({ options: more })).slice(-all.length);
			const { send } = await stage.publishCalled(load(EXAMPLE));
			return { ids, rows, send, runs: await send(...rows) };
		}

		it('gives each its own row, however many come at once, under its names, as text; a repeat adds none', async () => {
			await named({ name: 'Ann', code: '007', 20: '=1+1', topics: '' });
			const names = Array.from({ length: 20 }, (_, index) => `Visitor ${index}`);
			const all = names.map((name) => ({ name, code: '=1+1', topics: ['a', 'b'] }));

			const { ids, rows, send, runs } = await sendRows(all);
			const [again] = await send(rows.slice(0, 1));

			expect(errorsOf([...runs, ...(again ? [again] : [])])).toEqual([]);
			expect(sheets.grid[0]?.slice(0, 2)).toEqual(['id', 'field_20']);
			expect(sorted(written().map(({ id }) => id))).toEqual(sorted(['sub_first', ...ids]));
			expect(sorted(written().map(({ name }) => name))).toEqual(sorted(['Ann', ...names]));
			expect(written()[0]).toMatchObject({ field_20: '=1+1', code: '007' });
			expect(written()[1]).toMatchObject({
				...{ code: '=1+1', topics: 'a, b', submittedAt: LOCAL_TIME },
			});
			const { parameters } = nodeOf(load(EXAMPLE), 'Append the row');
			expect(parameters.options).toMatchObject({ cellFormat: 'RAW', useAppend: true });
		});

		it('names a field that has no column, and has its row on a retry, once it has one', async () => {
			await named({ name: 'Ann' });

			const { ids, runs } = await sendRows([{ name: 'Bob', city: 'Cologne' }]);
			sheets.grid[0]?.push('city');

			expect(runs[0]?.error).toMatch(new RegExp(`^${ids[0]} did not reach the sheet∶ .*'city'`));
			expect(await stage.retry(runs[0])).toBe('success');
			expect(written()[1]).toMatchObject({ id: ids[0], name: 'Bob', city: 'Cologne' });
		});

		it('knows a submission by its ID, whatever Column Names calls that', async () => {
			await named({ name: 'Ann' });

			const { ids, runs } = await sendRows([{ name: 'Bob' }, { name: 'Cleo' }], {
				...{ ...options, names: 'plain' },
			});

			expect(errorsOf(runs)).toEqual([]);
			expect(written().map(({ id }) => id)).toEqual(['sub_first', ...ids]);
		});

		it('tries again while Google takes no more requests, and says why where that does not help', async () => {
			await named({ name: 'Ann' });
			sheets.refuseNext(3);

			const { runs } = await sendRows([{ name: 'Bob' }]);
			sheets.refuseNext(1_000);
			const { ids, runs: later } = await sendRows([{ name: 'Cleo' }]);
			sheets.refuseNext(0);

			expect(errorsOf(runs)).toEqual([]);
			expect(later[0]?.error).toMatch(
				new RegExp(`^${ids[0]} did not reach the sheet∶ .*Quota exceeded\\. Correct`),
			);
			expect(await stage.retry(later[0])).toBe('success');
			expect(written().map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cleo']);
		});
	});

	describe('new-submission-to-data-table', () => {
		const EXAMPLE = 'new-submission-to-data-table';

		it.each(['plain', 'asInForm'])(
			'makes its table with a column for each field of recent submissions, and gives each one row, with Column Names %s',
			async (names) => {
				add({ 'Tel. (private)': '007', Status: 'mine' });
				const whole = { 'Full name': { first: 'Ann', last: 'Öz' }, guests: 2, news: true };
				const more = Array.from({ length: 10 }, (_, index) => ({ guests: index }));
				const ids = [{ ...HOSTILE, ...whole, otherFields: 'x' }, ...more].map((data) => add(data));
				const { id, send } = await stage.publishCalled(load(EXAMPLE));

				const runs = await send(...(await stage.rows({ options: { names } })).slice(1));
				const rows = await stage.table(id);

				expect(errorsOf(runs)).toEqual([]);
				const row = rows.find(({ submissionId }) => submissionId === ids[0]) ?? {};
				expect(row).toMatchObject({
					...{ Full_name_first: 'Ann', Full_name_last: 'Öz', Tel_private: null },
					...{ guests: '2', news: 'true' },
				});
				// Its name differs from that of a service column in case alone.
				expect(Object.keys(row)).toContain(names === 'plain' ? 'field_Status' : 'Status');
				expect(JSON.parse(String(row.otherFields))).toMatchObject({ otherFields: 'x' });
				expect(sorted(rows.map(({ submissionId }) => submissionId))).toEqual(sorted(ids));
			},
		);

		it('gives each row of a grid with a long question a column of its own', async () => {
			const question =
				'Overall, how satisfied were you last Saturday with each of the following parts of the event?';
			const grid = [
				['Venue', 'zxhw3n_parts_of_the_event_Venue'],
				['Food', '4m4zyb_parts_of_the_event_Food'],
				['Speakers', 'g6t9td_of_the_event_Speakers'],
				['C++', 'rvaya8_of_the_event_C__plus__plus'],
				['Price (€)', '5142qd_of_the_event_Price__euro'],
			] as const;
			const answers = grid.map(([row], index) => [`${question} [${row}]`, String(index)]);
			add(Object.fromEntries(answers) as JsonObject);
			const { id, send } = await stage.publishCalled(load(EXAMPLE));

			const runs = await send(...(await stage.rows({ options: { names: 'plain' } })));

			expect(errorsOf(runs)).toEqual([]);
			const columns = grid.map(([, end], index) => [
				...[`Overall_how_satisfied_were_${end}`, String(index)],
			]);
			expect(await stage.table(id)).toMatchObject([Object.fromEntries(columns)]);
		});

		it('keeps a field that is new, and fills its column once there is one', async () => {
			const { id, send } = await sendEach(load(EXAMPLE), [{ name: 'Ann' }]);
			const next = async (data: JsonObject) => {
				add(data, ago(0));
				await send((await stage.rows()).at(-1) ?? {});
			};

			await next({ name: 'Bob', city: 'Cologne' });
			await host().n8n.dataTables.addColumn(`Contact submissions ${id}`, 'city', 'string');
			await next({ name: 'Cleo', city: 'Kyoto' });

			const rows = await stage.table(id);
			expect(rows.map(({ name, city, otherFields }) => [name, city, otherFields])).toEqual([
				['Ann', null, null],
				['Bob', null, '{"city":"Cologne"}'],
				['Cleo', 'Kyoto', null],
			]);
		});

		it('keeps its table when the form gets another name', async () => {
			const { id, send } = await sendEach(load(EXAMPLE), [{ name: 'Ann' }]);

			await send({ id: 'sub_2', formName: 'Renamed', submittedAt: '', name: 'Bob' });

			expect((await stage.table(id)).map(({ name }) => name)).toEqual(['Ann', 'Bob']);
		});

		it('is red if nothing of a submission fits, and says what to set', async () => {
			const { id, send } = await sendEach(load(EXAMPLE), [{ name: 'Ann' }]);
			const raw = { id: 'sub_2', formId: stage.formId(), data: { name: 'Bob' } };

			const [run] = await send(raw);

			expect(run?.error).toMatch(
				/^No column .*In the trigger, turn on Simplify, and set Column Names/,
			);
			expect(await stage.table(id)).toHaveLength(1);
		});
	});

	it('new-submission-by-email sends one for each, with all that was entered as text, and no header of a visitor', async () => {
		const calling = '<!channel> @everyone <@U123> [Sign in](https://evil.example) <b>x</b> &amp;';
		const spaced = { email: ' Ann@example.com\u200b', Again: 'ann@example.com' };
		const entered: Array<[JsonObject, string | undefined]> = [
			[{ ...HOSTILE, n: 'one', ...spaced }, 'ann@example.com'],
			[{ n: 'two', email: 'a@example.com', other: 'b@example.com' }, undefined],
			[{ n: 'many', email: 'a@example.com, b@example.com' }, undefined],
			[{ n: 'header', email: 'a@example.com\nBcc: b@example.com' }, undefined],
			[{ n: 'named', email: '"x" <a@b.c>', '<script>alert(1)</script>': calling }, undefined],
		];

		const data = entered.map(([one]) => one);
		const { runs } = await sendEach(load('new-submission-by-email'), data);

		const { received } = stage.mail();
		expect(errorsOf(runs)).toEqual([]);
		expect(received).toHaveLength(entered.length);
		for (const [{ n }, replyTo] of entered) {
			const email = received.find(({ html = '' }) => html.includes(`>${String(n)}</td>`));
			expect([n, email?.replyTo?.map(({ address }) => address)]).toEqual([n, replyTo && [replyTo]]);
			expect(email?.subject).toBe('New submission: Contact');
			expect(email?.to?.map(({ address }) => address)).toEqual(['team@example.com']);
			expect(email?.headers.filter(({ key }) => /^b?cc$/.test(key))).toEqual([]);
			expect(email?.html).not.toMatch(/<(?!\/?(table|tbody|tr|th|td)[ >])[a-z!/]/i);
		}
		expect(received.map(({ html }) => html).join()).toContain(
			'&#60;!channel&#62; @everyone &#60;@U123&#62; [Sign in]',
		);
	});

	describe('weekly-excel-by-email', () => {
		const EXAMPLE = 'weekly-excel-by-email';
		const cachedResultName = 'Contact\r\nBcc: b@example.com';
		const fromList = () => ({
			formId: { __rl: true, mode: 'list', value: stage.formId(), cachedResultName },
		});

		it("sends last week's submissions as a file, whatever visitors entered, and nothing of other weeks", async () => {
			add({ name: 'too early' }, ago(14 * DAY_MS));
			const photo = `data:image/png;base64,${'A'.repeat(100_000)}`;
			const ids = [
				add({ ...HOSTILE, photo }, ago(7 * DAY_MS)),
				add({ Q1: '=1+1', topics: ['a', 'b'] }, ago(7 * DAY_MS - 1)),
			];
			add({ name: 'too late' }, ago(0));

			const { error } = await run(load(EXAMPLE));

			expect(error).toBeUndefined();
			const [email, another] = stage.mail().received;
			expect(another).toBeUndefined();
			expect(email?.subject).toBe('Contact: 2 new submissions last week');
			expect(email?.to).toEqual([expect.objectContaining({ address: 'team@example.com' })]);
			expect(email?.text).toMatch(
				/^The attached file has a row for each submission from \d+ \w+ \d{4} to /,
			);
			const [file] = email?.attachments ?? [];
			expect(file?.filename).toMatch(/^submissions \d{4}-\d\d-\d\d\.xlsx$/);
			const [sheet] = await readExcelFile(Buffer.from(file?.content as ArrayBuffer));
			const [names = [], ...rows] = (sheet?.data ?? []) as unknown[][];
			expect(rows.map((row) => row[names.indexOf('id')])).toEqual(ids);
			expect(rows.map((row) => row[names.indexOf('Q1')])).toEqual(['Yes', '=1+1']);
		});

		it('says in words that there was nothing new, and in which form', async () => {
			add({ name: 'too late' }, ago(0));

			await run(load(EXAMPLE, { parameters: { 'Get submissions': fromList() } }));
			await run(load(EXAMPLE, { formId: undefined }));

			const [email, ofAll] = stage.mail().received;
			expect(email?.subject).toBe('Contact Bcc: b@example.com: No new submissions last week');
			expect(ofAll?.subject).toMatch(/^(No|1|\d+) new submissions? last week$/);
			expect(email?.text).toMatch(/^There was nothing new from \d+ \w+ \d{4} to /);
			expect(email?.attachments).toEqual([]);
		});

		it('is red when no email was sent, with the reason', async () => {
			add({ name: 'Ann' }, ago(7 * DAY_MS));
			const nowhere = { host: '127.0.0.1', port: 1, secure: false, disableStartTls: true };
			const gone = await host().n8n.credentials.create('smtp', 'Gone', nowhere);

			const { error } = await run(load(EXAMPLE, { credentials: { 'Send the email': gone } }));

			expect(error).toBe('The service refused the connection - perhaps it is offline');
		});
	});

	/** Those that keep a row for each submission, what they write, and where that stands. */
	const KEPT: Array<[ExampleName, object, (last: Execution, id: string) => Promise<JsonObject[]>]> =
		[
			[
				'recent-submissions-to-data-table',
				{ boxes: { email: 'Q1. Why?' } },
				async (_last, id) => await stage.table(id),
			],
			[
				'recent-submissions-to-google-sheets',
				{ options: { 'Get recent submissions': { fields: ['name', 'message', 'Q1. Why?'] } } },
				async (last) => await Promise.resolve(last.output('Fit the cells')),
			],
		];

	/** What Google says is n8n's own matter: a person has pinned it. */
	const pinData = {
		'Read the sheet': [{ json: {} }],
		'Append or update the rows': [{ json: {} }],
	};

	describe.each(KEPT)('%s', (example, setup, rowsOf) => {
		it('has each of the last seven days once, and follows what is edited, emptied, and deleted', async () => {
			add({ name: 'too early' }, ago(7 * DAY_MS + 60_000));
			const edits = [{ message: 'after' }, { message: '' }, {}];
			const ids = [
				add(HOSTILE, ago(7 * DAY_MS - 120_000)),
				...AWKWARD.map(({ data }) => add(data)),
				...edits.map((_, index) => add({ name: `edited ${index}`, message: 'before' })),
			];
			const settings = { executionOrder: 'v1', timezone: 'Asia/Tokyo' };
			const id = await create({ ...load(example, setup), settings, pinData });

			const first = await run(id);
			const before = await rowsOf(first, id);
			edits.forEach((data, index) =>
				host().emulator.edit(ids.at(index - edits.length) ?? '', {
					name: `edited ${index}`,
					...data,
				}),
			);
			const second = await run(id);
			const after = await rowsOf(second, id);

			const inTable = example === 'recent-submissions-to-data-table';
			const message = (rows: JsonObject[]) =>
				edits.map((_, index) => rows.find(({ name }) => name === `edited ${index}`)?.message);
			expect(errorsOf([first, second])).toEqual([]);
			for (const rows of [before, after]) {
				const own = inTable ? 'submissionId' : 'id';
				expect(sorted(rows.map((row) => row[own]))).toEqual(sorted(ids));
			}
			expect(message(before)).toEqual(['before', 'before', 'before']);
			expect(message(after)).toEqual(['after', '', inTable ? null : '']);
			// Google keeps what a cell has if it gets null.
			if (!inTable) expect(after.flatMap((row) => Object.values(row))).not.toContain(null);
			expect(after[0]).toMatchObject({
				...{ submittedAt: LOCAL_TIME, [inTable ? 'email' : 'Q1. Why?']: 'Because' },
			});
			if (inTable) expect(hostilePartOf(JSON.parse(String(after[0]?.answers)))).toEqual(HOSTILE);
		});
	});

	it('recent-submissions-to-google-sheets writes text as text, with every field under its name, and shortens it to a cell', async () => {
		const message = `${'a'.repeat(49_979)}🙂${'b'.repeat(100)}`;
		add({ ...HOSTILE, message });
		const fields = ['message', ...Object.keys(CHOSEN)];
		const file = load('recent-submissions-to-google-sheets', {
			options: { 'Get recent submissions': { fields } },
		});

		const { error, output } = await run(await create({ ...file, pinData }));

		expect(error).toBeUndefined();
		expect(output('Fit the cells')).toEqual([
			expect.objectContaining({
				...inColumns(CHOSEN),
				message: `${'a'.repeat(49_979)}… (shortened)`,
			}),
		]);
		expect(nodeOf(file, 'Append or update the rows').parameters).toMatchObject({
			operation: 'appendOrUpdate',
			columns: { matchingColumns: ['id'] },
			options: { cellFormat: 'RAW' },
		});
	});

	describe('recent-submissions-to-data-table', () => {
		const EXAMPLE = 'recent-submissions-to-data-table';

		it('writes the others when a value does not fit its column, and reports which one', async () => {
			const { workflows, dataTables } = host().n8n;
			add({ name: 'Ann' });
			const id = await create(load(EXAMPLE));
			await run(id);
			await dataTables.addColumn(`Contact submissions ${id}`, 'guests', 'number');
			const [first, refused, last] = [1, 'many @here', 3].map((guests) => add({ guests }));
			const pick = nodeOf(load(EXAMPLE), 'Pick the fields');
			const box = { id: 'guests', name: 'guests', type: 'string', value: '={{ $json.guests }}' };
			const { assignments } = asObject(pick.parameters.assignments, 'the boxes');
			const boxes = { assignments: [...(assignments as JsonObject[]), box] };
			const parameters = { 'Pick the fields': { assignments: boxes } };
			await workflows.update(id, load(EXAMPLE, { parameters }));

			const { error } = await run(id);
			const rows = await stage.table(id);

			expect(error).toMatch(
				new RegExp(`^1 submission could not be written∶ ${refused} \\(.*\\)\\. Usually, a column`),
			);
			expect(error).not.toContain('many');
			const written = rows.filter(({ guests }) => guests !== null);
			expect(
				sorted(written.map(({ submissionId, guests }) => `${submissionId} ${guests}`)),
			).toEqual(sorted([`${first} 1`, `${last} 3`]));
		});

		it('shortens what fills a table, and names what it could not write into full ones', async () => {
			const ids = [1, 2].map(() => add({ signature: 'A'.repeat(100_000) }));
			const id = await create(load(EXAMPLE));

			const first = await run(id);
			const [row] = await stage.table(id);
			await stage.fillTables();
			const later = add({ name: 'Ann' });
			const full = await run(id);
			await stage.emptyTables();
			const end = await run(id);

			expect(errorsOf([first, end])).toEqual([]);
			expect(String(row?.answers).length).toBeLessThan(12_000);
			expect(String(row?.answers)).toContain('… (shortened)');
			expect(full.error).toMatch(new RegExp(`^1 submission could not be written∶ ${later} `));
			expect(full.error).toContain('data tables may be full∶ together, they hold 200 MiB');
			const written = (await stage.table(id)).map(({ submissionId }) => submissionId);
			expect(sorted(written)).toEqual(sorted([...ids, later]));
		});
	});

	describe.each(['export-to-csv', 'export-to-excel'] as const)('%s', (example) => {
		const isCsv = example === 'export-to-csv';
		const convert = isCsv ? 'Convert to CSV' : 'Convert to Excel';
		const empty = isCsv ? '' : null;

		/** The rows of its file, by column. */
		async function fileOf(options: object = {}): Promise<JsonObject[]> {
			const fileName = stage.inFolder(`${example}-${stage.formId()}`);
			const chosen = { options: { 'Get submissions': { order: 'oldestFirst', ...options } } };
			const file = load(example, { parameters: { 'Write the file': { fileName } }, ...chosen });
			const settings = { ...file.settings, timezone: 'Asia/Tokyo' };
			expect((await run(await create({ ...file, settings }))).error).toBeUndefined();
			const all: unknown[][] = isCsv
				? parseCsv(readFileSync(fileName), { bom: true })
				: ((await readExcelFile(fileName))[0]?.data ?? []);
			const [names = [], ...rows] = all;
			return rows.map((row) =>
				Object.fromEntries(names.map((name, index) => [String(name), row[index]])),
			);
		}

		it('contains exactly what was entered, in the chosen columns, whatever they are called', async () => {
			const data = Object.fromEntries(CELLS.map(([name, value]) => [name, value]));
			const id = add({ ...data, ...HOSTILE }, { createdAt: '2026-01-31T20:00:00.000Z' });

			const rows = await fileOf({ fields: [...Object.keys(data), ...Object.keys(CHOSEN)] });

			const cells = CELLS.map(([name, , inCsv, inExcel = inCsv]) => [
				name,
				isCsv ? inCsv : inExcel,
			]);
			const hostile = Object.entries(inColumns(CHOSEN)).map(([name, value]) => [
				...[name, isCsv ? String(value) : value],
			]);
			expect(rows).toEqual([
				{
					...{ submittedAt: '2026-02-01 05:00:00', ...Object.fromEntries([...hostile, ...cells]) },
					...{ formName: 'Contact', status: 'new', spamScore: isCsv ? '0' : 0 },
					...{ tags: empty, files: empty, id, formId: stage.formId() },
				},
			]);
		});

		it('has a row for each submission, all of its text that a cell holds, and a column for each field, also for one that was renamed', async () => {
			// An emoji, which takes two characters, is where the text is cut.
			const message = `${'a'.repeat(32_746)}🙂${'b'.repeat(10_000)}`;
			const ids = [...AWKWARD.map(({ data }) => add(data)), add({ message, Phone: '007' })];
			ids.push(add({ Telephone: '008' }));

			const rows = await fileOf();

			expect(sorted(rows.map(({ id }) => id))).toEqual(sorted(ids));
			const [long, last] = ids.slice(-2).map((id) => rows.find((row) => row.id === id));
			expect(long?.message).toBe(isCsv ? message : `${'a'.repeat(32_746)}… (shortened)`);
			expect([long?.Phone, last?.Phone]).toEqual(['007', empty]);
			expect([long?.Telephone, last?.Telephone]).toEqual([empty, '008']);
		});

		it('writes no file to the computer that runs n8n unless a person activates that; its name says if there is nothing', async () => {
			const before = readdirSync(host().exportFolder);

			const nothing = await run(load(example));
			add({ name: 'Ann' });
			const something = await run(load(example));

			expect(errorsOf([nothing, something])).toEqual([]);
			expect(fileNameOf(nothing, convert)).toMatch(/^no submissions\./);
			expect(fileNameOf(something, convert)).toMatch(/^submissions\./);
			expect(readdirSync(host().exportFolder)).toEqual(before);
		});
	});

	describe('order-lines-to-excel', () => {
		const EXAMPLE = 'order-lines-to-excel';

		it('has a row for each product, with the fields of its order, however the list was sent', async () => {
			const pen = { name: 'Pen', price: 1.5, options: ['red', 'blue'] };
			const orders = [
				{ ...HOSTILE, name: 'Ann', products: [pen, { name: 'Ink', note: 'x'.repeat(40_000) }] },
				{ name: 'Bob', id: 7, products: JSON.stringify([{ name: 'Ink' }]) },
				{ name: 'Cleo', products: { 0: { name: 'Pen' }, 1: { name: 'Cap' } } },
				{ name: 'Dora', products: [] },
				{ name: 'Eve' },
				{ name: 'Fay', products: ['Pen', 'Ink'] },
			];
			const ids = orders.map((data) => add(data));

			const { error, output, items } = await run(load(EXAMPLE));

			expect(error).toBeUndefined();
			const rows = output('Name the columns');
			const ofOrder = (index: number) => rows.filter(({ id }) => id === ids[index]);
			expect(rows).toHaveLength(7);
			expect(hostilePartOf(ofOrder(0)[0] ?? {})).toEqual(HOSTILE);
			expect(ofOrder(0)).toMatchObject([
				{
					name: 'Ann',
					'product name': 'Pen',
					'product price': 1.5,
					'product options': 'red, blue',
				},
				{
					name: 'Ann',
					submittedAt: LOCAL_TIME,
					'product note': expect.stringMatching(/shortened/),
				},
			]);
			expect(ofOrder(1)).toMatchObject([{ field_id: 7, 'product name': 'Ink', product: null }]);
			expect(ofOrder(2)).toMatchObject([{ 'product name': 'Pen' }, { 'product name': 'Cap' }]);
			expect(ofOrder(5)).toMatchObject([{ product: 'Pen' }, { product: 'Ink' }]);
			expect(items('Convert to Excel')).toHaveLength(1);
		});

		it('says if there is no submission, and is red if none has such a list', async () => {
			const nothing = await run(load(EXAMPLE));
			add({ name: 'Ann' });
			const { error } = await run(load(EXAMPLE));

			expect(fileNameOf(nothing, 'Convert to Excel')).toBe('no submissions.xlsx');
			expect(error).toMatch(/^No submission has such a list\. Open A row for each product/);
		});
	});

	describe('everything-from-one-person', () => {
		const ADDRESS = 'ada@example.com';

		const exportOf = async (address: string) =>
			await run(
				load('everything-from-one-person', {
					formId: undefined,
					edits: {
						'Enter the address': { from: '"value":""', to: `"value":${JSON.stringify(address)}` },
					},
				}),
			);

		it('has every submission that has the address, and how, of all forms and statuses, with tests, and all of its text', async () => {
			const jobs = { formId: host().emulator.addForm({ name: 'Jobs' }).id };
			const message = '🙂'.repeat(20_000);
			const longer = 'contains, in a longer address';
			const guests = [{ name: 'Bob' }, { email: `${ADDRESS}\u200b` }];
			const seeds: Array<[how: string, data: JsonObject, seed?: object]> = [
				['is', { email: ADDRESS, message }],
				['is', { Kontakt: ' Ada@Example.com ' }, { ...jobs, status: 'spam' }],
				['is', { to: ['x', ADDRESS] }, { ...jobs, status: 'quarantined' }],
				['is', { email: ADDRESS, _test: true }],
				['is', { guests }, jobs],
				['is', { email: `bob@example.com; ${ADDRESS}` }, jobs],
				['is', { Name: { first: 'Ada', mail: ADDRESS } }, jobs],
				['contains', { message: `Write to ${ADDRESS}.` }],
				['contains', { email: `Ada <${ADDRESS}>` }],
				[longer, { email: `${ADDRESS}.org` }],
				[longer, { email: `not.${ADDRESS}` }],
			];
			const ids = seeds.map(([, data, seed]) => add(data, seed));
			add({ name: 'Ada', email: 'ada@example.org' });

			const execution = await exportOf('ADA@example.com');

			const rows = execution.output('Fit the cells');
			const found = new Map(rows.map((one) => [one.id, one['How it was found']]));
			expect(ids.map((id) => found.get(id))).toEqual(seeds.map(([how]) => how));
			expect(rows).toHaveLength(seeds.length);
			const row = rows.find(({ id }) => id === ids[0]) ?? {};
			const parts = Object.keys(row).filter((name) => name.startsWith('message'));
			expect(parts.map((name) => row[name]).join('')).toBe(message);
			expect(row).toHaveProperty('ip');
			expect(fileNameOf(execution, 'Convert to Excel')).toBe('everything from one person.xlsx');
		});

		it('finds each by its address, however that was entered', async () => {
			const ids = AWKWARD.map(({ data }) => add(data));

			for (const [index, { address }] of AWKWARD.entries()) {
				if (address === undefined) continue;
				const rows = (await exportOf(address)).output('Fit the cells');
				const found = rows.filter((row) => row.formId === stage.formId());
				expect(found.map((row) => [row.id, row['How it was found']])).toEqual([[ids[index], 'is']]);
			}
		});

		it('says so if nothing was found, or if no address was entered', async () => {
			const nothing = await exportOf('nobody@example.com');
			const empty = await exportOf('');

			expect(fileNameOf(nothing, 'Convert to Excel')).toBe('nothing found.xlsx');
			expect(empty.error).toContain("'Value'");
		});
	});

	describe('answer-questions-about-submissions', () => {
		it('lets in nobody without the token, offers tools that need no argument, lists, counts, finds, and says how to correct a question', async () => {
			const token = 'a token';
			const { credentials } = host().n8n;
			const account = await credentials.create('httpBearerAuth', 'Token', { token });
			host().emulator.addForm({ id: 'frm_1', name: 'Booking' });
			for (const day of [1, 2, 3]) {
				const data = { name: `Visitor ${day}`, email: `v${day}@example.com` };
				add(data, { formId: 'frm_1', createdAt: `2026-03-0${day}T12:00:00.000Z` });
			}
			const chosen = { credentials: { 'MCP Server Trigger': account } };
			const id = await publish(load('answer-questions-about-submissions', chosen));
			const url = new URL(`/mcp/${id}`, host().url);
			const { ask, tools, close } = await connectToMcp(url, token);

			const stranger = await fetch(url, { method: 'POST', body: '{}' });
			const offered = await tools();
			const forms = await ask('List_forms');
			const after = { form: 'booking', received_after: '2026-03-02' };
			const counted = await ask('Count_submissions', after);
			const answers = await ask('Count_by_answer', { form: 'Booking', field: 'email' });
			const found = await ask('Find_submissions', { form: 'Booking', value: 'V2@example.com' });
			const wrong = await ask('Count_submissions', { form: 'Bookings' });
			const unasked = await ask('Count_by_answer');
			await close();

			expect(stranger.status).toBe(403);
			expect(sorted(offered.map(({ name }) => name))).toEqual([
				...['Count_by_answer', 'Count_submissions', 'Find_submissions', 'List_forms'],
			]);
			expect(offered.flatMap(({ inputSchema }) => inputSchema.required ?? [])).toEqual([]);
			expect(forms.text).toContain('"frm_1"');
			expect(forms.text).toContain(`"${stage.formId()}"`);
			expect(JSON.parse(counted.text)).toMatchObject([{ count: 2 }]);
			const each = [1, 2, 3].map((day) => ({ answer: `v${day}@example.com`, count: 1 }));
			expect(JSON.parse(answers.text)).toMatchObject(each);
			expect(JSON.parse(found.text)).toMatchObject([{ name: 'Visitor 2', formName: 'Booking' }]);
			expect(wrong.isError).toBe(true);
			expect(wrong.text).toMatch(/No form .*"Bookings.*Use the name of one of these forms/s);
			expect(unasked.text).toMatch(/Form > Get Fields/);
		});
	});
});

function fileNameOf(execution: Execution, node: string): unknown {
	const [item] = execution.items(node);
	return asObject(asObject(item?.binary, 'the files').data, 'the file').fileName;
}
