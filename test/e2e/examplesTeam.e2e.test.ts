import { loadExample, type ExampleName, withoutPause } from '../sandbox/client/examples';
import { asObject, type JsonObject } from '../sandbox/client/json';
import type { Execution, WorkflowFile } from '../sandbox/client/n8nClient';
import { nodeOf } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { createGoogleSheets, DOCUMENT, SHEETS_ACCOUNT } from '../sandbox/standIns/googleSheets';
import { startInternet, type Internet, type Site } from '../sandbox/standIns/internet';
import { startMailServer, type MailServer } from '../sandbox/standIns/mail';
import { useHost } from './support/host';
import { HOSTILE } from './support/hostileNames';
import { waitForSubmissions } from './support/submissionRuns';

const CHATS = {
	slack: 'https://hooks.slack.com/services/T0/B0/x',
	discord: 'https://discord.com/api/webhooks/1/x',
	teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/x',
	mattermost: 'https://chat.example.com/hooks/x',
};
/** What a visitor may want to become of a message. */
const CALLING =
	'<!channel> @everyone <@U123> [Sign in](https://evil.example) *bold* ``` <b>x</b> &amp;';

describe('The examples that tell a team, or add a row, in a real n8n', () => {
	const sheets = createGoogleSheets();
	const messages: Array<{ host: string; body: JsonObject }> = [];
	let chatAnswers: (text: string) => number = () => 200;
	const chatAt =
		(host: string): Site =>
		({ body }) => {
			const status = chatAnswers(body);
			if (status === 200) messages.push({ host, body: asObject(JSON.parse(body), 'the message') });
			return { status, body: { message: `said ${status}` } };
		};
	let internet: Internet;
	let mail: MailServer;
	let formId: string;
	let published: string[];

	beforeAll(async () => {
		const chats = Object.values(CHATS).map((url) => new URL(url).hostname);
		const sites = Object.fromEntries(chats.map((host) => [host, chatAt(host)]));
		internet = await startInternet({ ...sheets.sites, ...sites });
	});

	const host = useHost(() => internet.env);

	beforeEach(async () => {
		formId = host().emulator.addForm({ name: 'Contact' }).id;
		mail = await startMailServer();
		published = [];
		sheets.grid.length = 0;
		messages.length = 0;
		chatAnswers = () => 200;
	});

	afterEach(async () => {
		for (const id of published) await host().n8n.workflows.unpublish(id);
		await mail.stop();
	});

	afterAll(async () => await internet?.stop());

	const load = (example: ExampleName, more: Partial<Parameters<typeof loadExample>[1]> = {}) =>
		loadExample(example, { credential: host().credential, formId, ...more });

	async function publish(file: WorkflowFile): Promise<string> {
		const { id } = await host().n8n.workflows.create(file);
		await host().n8n.workflows.publish(id);
		published.push(id);
		return id;
	}

	const submit = async (data: JsonObject) =>
		(await host().emulator.submit(formId, data)).submission.id;

	async function submitAll(
		id: string,
		all: JsonObject[],
	): Promise<{ ids: string[]; runs: Execution[] }> {
		const ids = await Promise.all(all.map(submit));
		return { ids, runs: await waitForSubmissions(host().n8n, id, ids) };
	}

	const errorsOf = (runs: Execution[]) => runs.map(({ error }) => error).filter(Boolean);

	/** Runs the example by hand, with this row. */
	async function runWith(file: WorkflowFile, row: JsonObject): Promise<Execution> {
		const pinData = { 'New submission': [{ json: row }] };
		const { id } = await host().n8n.workflows.create({ ...file, pinData });
		return await host().n8n.executions.run(id, { trigger: 'New submission' });
	}

	describe('new-submission-to-google-sheets', () => {
		async function toSheet(): Promise<WorkflowFile> {
			const account = await host().n8n.credentials.create(
				'googleSheetsOAuth2Api',
				'Google',
				SHEETS_ACCOUNT,
			);
			const { parameters } = nodeOf(load('new-submission-to-google-sheets'), 'Read the IDs');
			return withoutPause(
				load('new-submission-to-google-sheets', {
					credentials: { 'Read the IDs': account, 'Append the row': account },
					parameters: { 'Read the IDs': { ...parameters, ...DOCUMENT } },
				}),
			);
		}

		const rows = () => {
			const [names = [], ...written] = sheets.grid;
			return written.map((row) =>
				Object.fromEntries(names.map((name, index) => [String(name), row[index] ?? null])),
			);
		};

		/** What a person does before publishing: it names the columns. */
		async function published(first: JsonObject): Promise<string> {
			const file = await toSheet();
			const own = { id: 'sub_first', submittedAt: '', formName: '', files: '' };
			const { error } = await runWith(file, { ...own, ...first });
			expect(error).toBeUndefined();
			return await publish(file);
		}

		const idsInSheet = () => rows().map((row) => row.id);

		it('gives each its own row, however many come at once, under its names, as text; a repeat adds none', async () => {
			const id = await published({
				name: 'Ann',
				code: '007',
				20: '=1+1',
				topics: '',
				formName: '',
			});
			const names = Array.from({ length: 20 }, (_, index) => `Visitor ${index}`);

			const { ids, runs } = await submitAll(
				id,
				names.map((name) => ({ name, code: '=1+1', topics: ['a', 'b'] })),
			);
			const again = await runWith(await toSheet(), runs[0]?.output('New submission')[0] ?? {});

			expect(errorsOf([...runs, again])).toEqual([]);
			expect(sheets.grid[0]?.slice(0, 2)).toEqual(['id', 'field_20']);
			expect(idsInSheet().sort()).toEqual(['sub_first', ...ids].sort());
			expect(
				rows()
					.map(({ name }) => name)
					.sort(),
			).toEqual(['Ann', ...names].sort());
			expect(rows()[0]).toMatchObject({ field_20: '=1+1', code: '007' });
			expect(rows()[1]).toMatchObject({
				code: '=1+1',
				topics: 'a, b',
				submittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
			});
			expect(nodeOf(await toSheet(), 'Append the row').parameters.options).toMatchObject({
				cellFormat: 'RAW',
				useAppend: true,
			});
		});

		it('names a field that has no column, and has its row on a retry, once it has one', async () => {
			const id = await published({ name: 'Ann' });

			const { ids, runs } = await submitAll(id, [{ name: 'Bob', city: 'Cologne' }]);
			sheets.grid[0]?.push('city');
			const retried = await host().n8n.executions.retry(runs[0]?.id ?? '');

			expect(runs[0]?.error).toMatch(new RegExp(`^${ids[0]} did not reach the sheet∶ .*'city'`));
			expect(retried).toBe('success');
			expect(rows()[1]).toMatchObject({ id: ids[0], name: 'Bob', city: 'Cologne' });
		});

		it('tries again while Google takes no more requests, and says why where that does not help', async () => {
			const id = await published({ name: 'Ann' });
			sheets.refuseNext(3);

			const { runs } = await submitAll(id, [{ name: 'Bob' }]);
			sheets.refuseNext(1_000);
			const later = await submitAll(id, [{ name: 'Cleo' }]);
			sheets.refuseNext(0);
			const failed = later.runs.at(-1);
			const retried = await host().n8n.executions.retry(failed?.id ?? '');

			expect(errorsOf(runs)).toEqual([]);
			expect(failed?.error).toMatch(
				new RegExp(`^${later.ids[0]} did not reach the sheet∶ .*Quota exceeded\\. Correct`),
			);
			expect(retried).toBe('success');
			expect(rows().map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cleo']);
		});
	});

	it('new-submission-by-email sends one for each, with all that was entered as text, and no header of a visitor', async () => {
		const account = await host().n8n.credentials.create('smtp', 'Mail', mail.account);
		const { parameters } = nodeOf(load('new-submission-by-email'), 'Send the email');
		const addresses = { fromEmail: 'n8n@example.com', toEmail: 'team@example.com' };
		const id = await publish(
			load('new-submission-by-email', {
				credentials: { 'Send the email': account },
				parameters: { 'Send the email': { ...parameters, ...addresses } },
			}),
		);
		const entered: Array<[JsonObject, string | undefined]> = [
			[
				{ ...HOSTILE, n: 'one', email: ' Ann@example.com\u200b', Again: 'ann@example.com' },
				'ann@example.com',
			],
			[{ n: 'two', email: 'a@example.com', other: 'b@example.com' }, undefined],
			[{ n: 'many', email: 'a@example.com, b@example.com' }, undefined],
			[{ n: 'header', email: 'a@example.com\nBcc: b@example.com' }, undefined],
			[
				{ n: 'named', email: '"x" <a@example.com>', '<script>alert(1)</script>': CALLING },
				undefined,
			],
		];

		const { runs } = await submitAll(
			id,
			entered.map(([data]) => data),
		);

		expect(errorsOf(runs)).toEqual([]);
		expect(mail.received).toHaveLength(entered.length);
		for (const [{ n }, replyTo] of entered) {
			const email = mail.received.find(({ html = '' }) => html.includes(`>${String(n)}</td>`));
			expect([n, email?.replyTo?.map(({ address }) => address)]).toEqual([n, replyTo && [replyTo]]);
			expect(email?.subject).toBe('New submission: Contact');
			expect(email?.to?.map(({ address }) => address)).toEqual(['team@example.com']);
			expect(email?.headers.filter(({ key }) => /^b?cc$/.test(key))).toEqual([]);
			expect(email?.html).not.toMatch(/<(?!\/?(table|tbody|tr|th|td)[ >])[a-z!/]/i);
		}
		expect(mail.received.map(({ html }) => html).join()).toContain(
			'&#60;!channel&#62; @everyone &#60;@U123&#62; [Sign in]',
		);
	});

	describe('new-submission-to-chat', () => {
		const toChat = (url: string) =>
			withoutPause(
				load('new-submission-to-chat', {
					parameters: {
						'Send the message': {
							...nodeOf(load('new-submission-to-chat'), 'Send the message').parameters,
							url,
						},
					},
				}),
			);

		it.each(Object.entries(CHATS))(
			'shows in %s what a visitor entered as text that calls nobody, links nowhere, and is not long',
			async (chat, url) => {
				const id = await publish(toChat(url));
				const photo = `data:image/png;base64,${'A'.repeat(100_000)}`;

				const { runs } = await submitAll(id, [
					{ name: CALLING, ...HOSTILE, photo, [CALLING]: 'x' },
				]);

				expect(errorsOf(runs)).toEqual([]);
				expect(messages).toHaveLength(1);
				const body: JsonObject = messages[0]?.body ?? {};
				expect(JSON.stringify(body).length).toBeLessThan(6_000);
				expect(leavesOf(body).join('\n')).toContain('[Sign in](https://evil.example)');
				if (chat === 'slack') {
					expect(body.text).toBe('New submission: Contact');
					const kinds = JSON.stringify(body.blocks).match(/"type":"\w+"/g);
					expect([...new Set(kinds)].sort()).toEqual(
						['rich_text', 'rich_text_preformatted', 'rich_text_section', 'text'].map(
							(type) => `"type":"${type}"`,
						),
					);
				} else if (chat === 'teams') {
					const kinds = JSON.stringify(body).match(/"type":"\w+"/g);
					expect([...new Set(kinds)].sort()).toEqual(
						['AdaptiveCard', 'RichTextBlock', 'TextRun', 'message'].map(
							(type) => `"type":"${type}"`,
						),
					);
				} else {
					const text = String(body.content ?? body.text);
					expect(text.match(/```/g)).toHaveLength(2);
					expect(text).toMatch(/^```\n[^]*\n```$/);
					expect(text.length).toBeLessThanOrEqual(2_000);
				}
				if (chat === 'discord') expect(body.allowed_mentions).toEqual({ parse: [] });
			},
		);

		it('is not stopped by one that the chat refuses, and tries again what it may take later', async () => {
			const id = await publish(toChat(CHATS.slack));
			let later = 0;
			chatAnswers = (text) => {
				if (text.includes('refused')) return 400;
				return text.includes('later') && ++later < 3 ? 503 : 200;
			};

			const { ids, runs } = await submitAll(id, [
				{ name: 'refused' },
				{ name: 'later' },
				{ name: 'Ann' },
			]);
			chatAnswers = () => 200;
			const failed = runs.filter(({ error }) => error !== undefined);
			const sentBefore = messages.length;
			const retried = await host().n8n.executions.retry(failed[0]?.id ?? '');

			expect(failed).toHaveLength(1);
			expect(failed[0]?.error).toMatch(
				new RegExp(`^1 submission did not reach the chat∶ ${ids[0]} \\(status 400`),
			);
			expect([sentBefore, retried, messages.length]).toEqual([2, 'success', 3]);
		});
	});

	describe('new-submission-to-data-table', () => {
		const tableOf = (id: string) => `New submissions ${id}`;
		const rowsOf = async (id: string) => await host().n8n.dataTables.rows(tableOf(id));

		it('makes its table with a column for each field of recent submissions, and gives each one row', async () => {
			host().emulator.addSubmission({ formId, data: { 'Tel. (private)': '007', Status: 'mine' } });
			const file = load('new-submission-to-data-table');
			const id = await publish(file);
			const data = {
				...HOSTILE,
				'Full name': { first: 'Ann', last: 'Öz' },
				guests: 2,
				news: true,
				otherFields: 'x',
			};

			const { ids, runs } = await submitAll(id, [data]);
			const more = await submitAll(
				id,
				Array.from({ length: 10 }, (_, index) => ({ 'Full name': { first: String(index) } })),
			);
			const [row] = await rowsOf(id);

			expect(errorsOf([...runs, ...more.runs])).toEqual([]);
			expect(row).toMatchObject({
				submissionId: ids[0],
				Full_name_first: 'Ann',
				Full_name_last: 'Öz',
				Tel_private: null,
				guests: '2',
				news: 'true',
			});
			expect(Object.keys(row ?? {})).toContain('Status');
			expect(JSON.parse(String(row?.otherFields))).toMatchObject({ otherFields: 'x' });
			expect((await rowsOf(id)).map(({ submissionId }) => submissionId).sort()).toEqual(
				[...ids, ...more.ids].sort(),
			);
		});

		it('gives each row of a grid with a long question a column of its own', async () => {
			const question =
				'Overall, how satisfied were you last Saturday with each of the following parts of the event?';
			const grid = [
				['Venue', 'zxhw3n_parts_of_the_event_Venue'],
				['Food', '4m4zyb_parts_of_the_event_Food'],
				['Speakers', 'g6t9td_of_the_event_Speakers'],
				['C++', 'rvaya8_of_the_event_C__plus__plus'],
				['Price (€)', '5142qd_of_the_event_Price__euro'],
			].map(([row, end], index) => ({
				name: `${question} [${row}]`,
				column: `Overall_how_satisfied_were_${end}`,
				answer: String(index + 1),
			}));
			const id = await publish(load('new-submission-to-data-table'));

			const { runs } = await submitAll(id, [
				Object.fromEntries(grid.map(({ name, answer }) => [name, answer])),
			]);
			const [row] = await rowsOf(id);

			expect(errorsOf(runs)).toEqual([]);
			expect(row).toMatchObject(
				Object.fromEntries(grid.map(({ column, answer }) => [column, answer])),
			);
		});

		it('keeps a field that is new, and fills its column once there is one', async () => {
			const id = await publish(load('new-submission-to-data-table'));
			await submitAll(id, [{ name: 'Ann' }]);

			await submitAll(id, [{ name: 'Bob', city: 'Cologne' }]);
			await host().n8n.dataTables.addColumn(tableOf(id), 'city', 'string');
			await submitAll(id, [{ name: 'Cleo', city: 'Kyoto' }]);

			await waitFor('three rows', async () => (await rowsOf(id)).length === 3);
			expect(
				(await rowsOf(id)).map(({ name, city, otherFields }) => [name, city, otherFields]),
			).toEqual([
				['Ann', null, null],
				['Bob', null, '{"city":"Cologne"}'],
				['Cleo', 'Kyoto', null],
			]);
		});
	});
});

/** All texts and numbers in a message. */
function leavesOf(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	return Object.values(value).flatMap(leavesOf);
}
