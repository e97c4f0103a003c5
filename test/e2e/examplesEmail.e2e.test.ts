import readExcelFile from 'read-excel-file/node';

import { loadExample } from '../sandbox/client/examples';
import type { Execution } from '../sandbox/client/n8nClient';
import { nodeOf } from '../sandbox/client/workflowFile';
import { startMailServer, type MailServer } from '../sandbox/standIns/mail';
import { HOSTILE } from './support/hostileNames';
import { useHost } from './support/host';

const EXAMPLE = 'weekly-excel-by-email';
const WEEK_MS = 7 * 24 * 60 * 60_000;

describe('weekly-excel-by-email in a real n8n', () => {
	const host = useHost();
	let mail: MailServer;
	let formId: string;

	beforeEach(async () => {
		mail = await startMailServer();
		formId = host().emulator.addForm({ name: 'Contact' }).id;
	});

	afterEach(async () => await mail.stop());

	const add = (data: Record<string, unknown>, ageMs: number) =>
		host().emulator.addSubmission({ formId, data, createdAt: Date.now() - ageMs }).id;

	/** Runs it once, as on a Monday. */
	async function run(account: Record<string, unknown> = mail.account): Promise<Execution> {
		const { n8n, credential } = host();
		const setup = {
			credential,
			formId,
			credentials: { 'Send the email': await n8n.credentials.create('smtp', 'Mail', account) },
		};
		const { parameters } = nodeOf(loadExample(EXAMPLE, setup), 'Send the email');
		const addresses = { fromEmail: 'n8n@example.com', toEmail: 'team@example.com' };
		const { id } = await n8n.workflows.create(
			loadExample(EXAMPLE, {
				...setup,
				parameters: { 'Send the email': { ...parameters, ...addresses } },
			}),
		);
		return await n8n.executions.run(id, { trigger: 'Every Monday' });
	}

	it("sends last week's submissions as a file, whatever visitors entered, and nothing of other weeks", async () => {
		add({ name: 'too early' }, 2 * WEEK_MS);
		const ids = [
			add({ ...HOSTILE, photo: `data:image/png;base64,${'A'.repeat(100_000)}` }, WEEK_MS),
			add({ Q1: '=1+1', topics: ['a', 'b'] }, WEEK_MS - 1),
		];
		add({ name: 'too late' }, 0);

		const { error } = await run();

		expect(error).toBeUndefined();
		const [email, another] = mail.received;
		expect(another).toBeUndefined();
		expect(email?.subject).toBe('2 new submissions last week');
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

	it('says in words that there was nothing new', async () => {
		add({ name: 'too late' }, 0);

		const { error } = await run();

		expect(error).toBeUndefined();
		expect(mail.received.map(({ subject }) => subject)).toEqual(['No new submissions last week']);
		expect(mail.received[0]?.text).toMatch(/^There was nothing new from \d+ \w+ \d{4} to /);
		expect(mail.received[0]?.attachments).toEqual([]);
	});

	it('is red when no email was sent, with the reason', async () => {
		add({ name: 'Ann' }, WEEK_MS);
		const gone = await startMailServer();
		await gone.stop();

		const { error } = await run(gone.account);

		expect(error).toBe('The service refused the connection - perhaps it is offline');
	});
});
