import { readExample, type ExampleName } from '../sandbox/client/examples';
import type { JsonObject } from '../sandbox/client/json';
import { waitFor } from '../sandbox/host/waitFor';
import { createGoogleSheets, DOCUMENT, SHEETS_ACCOUNT } from '../sandbox/standIns/googleSheets';
import { startInternet, type Internet } from '../sandbox/standIns/internet';
import { startMailServer } from '../sandbox/standIns/mail';
import { startSite } from '../sandbox/standIns/site';
import type { EditorPage } from './support/EditorPage';
import { createHands } from './support/hands';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';

/** From an empty canvas to an email, with the time zone chosen. */
const MOST_TO_EMAIL = 16;

const ENTERED = { 'Full name': 'Ann', email: 'ann@example.com', message: '<b>Hello</b>' };

/** Each as its note says, by hand, from the example pasted onto an empty canvas to what it is for. */
describe('Who follows the note of', () => {
	const sheets = createGoogleSheets();
	let internet: Internet;

	beforeAll(async () => {
		internet = await startInternet(sheets.sites);
	});

	const stage = useStage(() => internet.env);

	afterAll(async () => await internet?.stop());

	/** Pastes an example, chooses the form, and tries the trigger with a submission. */
	async function begin(editor: EditorPage, example: ExampleName) {
		const { emulator } = stage();
		const form = emulator.addForm({ name: `Contact ${Date.now()}` });
		const hands = createHands(editor.page);
		const id = await editor.paste(JSON.stringify(readExample(example)));
		const panel = await open(editor, hands, 'New submission');
		await hands.click(panel.locator('formId'));
		const saved = editor.untilSaved(form.id);
		await hands.click(panel.entries.filter({ hasText: form.name }));
		await saved;
		await emulator.submit(form.id, ENTERED);
		await hands.click(panel.root.getByTestId('node-execute-button'));
		await panel.output.root.getByText('ann@example.com').first().waitFor();
		await close(hands, panel);
		const submit = async (entered: JsonObject = ENTERED) =>
			(await emulator.submit(form.id, entered)).submission.id;
		return { id, form, hands, submit };
	}

	type Hands = ReturnType<typeof createHands>;

	async function open(editor: EditorPage, hands: Hands, node: string) {
		await hands.open(editor.node(node));
		return await editor.panel();
	}

	const close = async (hands: Hands, panel: Awaited<ReturnType<EditorPage['panel']>>) => {
		await hands.click(panel.root.getByTestId('ndv-close-button'));
		await panel.root.waitFor({ state: 'hidden' });
	};

	async function chooseTimeZone({ page }: EditorPage, hands: Hands): Promise<void> {
		await hands.click(page.getByTestId('workflow-menu'));
		await hands.click(page.getByTestId('workflow-menu-item-settings'));
		await hands.click(page.getByTestId('workflow-settings-timezone').locator('input'));
		await page.keyboard.type('Tokyo');
		await hands.click(page.getByRole('option', { name: /Tokyo/ }).first());
		const save = page.getByRole('button', { name: 'Save', exact: true });
		await hands.click(save);
		await save.waitFor({ state: 'hidden' });
	}

	async function publish({ page }: EditorPage, hands: Hands): Promise<void> {
		await hands.click(page.getByRole('button', { name: 'Publish', exact: true }));
		await hands.click(page.getByTestId('workflow-publish-button'));
		await page.getByTestId('activation-modal').waitFor();
	}

	itInEditor(
		`new-submission-by-email has an email after at most ${MOST_TO_EMAIL} clicks`,
		stage,
		async (editor) => {
			const mail = await startMailServer();
			await stage().n8n.credentials.create('smtp', 'Mail', mail.account);
			const { hands, submit } = await begin(editor, 'new-submission-by-email');

			const panel = await open(editor, hands, 'Send the email');
			await hands.click(panel.parameter('fromEmail').locator('input'));
			await editor.page.keyboard.type('n8n@example.com');
			await hands.click(panel.parameter('toEmail').locator('input'));
			const saved = editor.untilSaved('team@example.com');
			await editor.page.keyboard.type('team@example.com');
			await saved;
			await close(hands, panel);
			await chooseTimeZone(editor, hands);
			await publish(editor, hands);
			await submit();

			const [email] = await waitFor('the email', () => mail.received[0] && mail.received);
			await mail.stop();
			expect(email?.html).toContain('&#60;b&#62;Hello');
			expect(email?.replyTo).toEqual([expect.objectContaining({ address: 'ann@example.com' })]);
			expect(hands.count()).toBeLessThanOrEqual(MOST_TO_EMAIL);
		},
	);

	itInEditor('new-submission-to-chat has a message', stage, async (editor) => {
		const texts: string[] = [];
		const chat = await startSite(({ body }) => {
			texts.push(String(body.text));
			return { body: 'ok' };
		});
		const { hands, submit } = await begin(editor, 'new-submission-to-chat');

		const panel = await open(editor, hands, 'Send the message');
		await hands.click(panel.parameter('url').locator('input, .cm-content').first());
		const saved = editor.untilSaved(chat.url);
		await editor.page.keyboard.type(`${chat.url}/hooks/x`);
		await saved;
		await close(hands, panel);
		await publish(editor, hands);
		await submit();

		await waitFor('the message', () => texts.length > 0);
		await chat.stop();
		expect(texts).toEqual([expect.stringContaining('message: <b>Hello</b>')]);
	});

	itInEditor('new-submission-to-any-crm has fields to drag', stage, async (editor) => {
		const { hands } = await begin(editor, 'new-submission-to-any-crm');

		const request = await open(editor, hands, 'Look up the contact');
		await hands.click(request.parameter('url').locator('input, .cm-content').first());
		const saved = editor.untilSaved('https://crm.test');
		await editor.page.keyboard.type('https://crm.test/contacts');
		await saved;
		await close(hands, request);
		const pick = await open(editor, hands, 'Pick the fields');
		await hands.click(pick.root.getByRole('button', { name: 'Execute previous nodes' }));

		await pick.inputFields.filter({ hasText: 'message' }).first().waitFor();
	});

	itInEditor('new-submission-to-data-table has a row', stage, async (editor) => {
		const { n8n } = stage();
		const { id, form, hands, submit } = await begin(editor, 'new-submission-to-data-table');

		await publish(editor, hands);
		await submit();

		const rows = await waitFor('the row', async () => {
			const table = `${form.name} submissions ${id}`;
			const found = await n8n.dataTables.rows(table).catch(() => []);
			return found.length > 0 && found;
		});
		expect(rows).toEqual([expect.objectContaining({ Full_name: 'Ann', email: 'ann@example.com' })]);
	});

	itInEditor('new-submission-to-google-sheets has a row', stage, async (editor) => {
		const { n8n } = stage();
		sheets.grid.length = 0;
		await n8n.credentials.create('googleSheetsOAuth2Api', 'Google', SHEETS_ACCOUNT);
		const { hands, submit } = await begin(editor, 'new-submission-to-google-sheets');

		const panel = await open(editor, hands, 'Read the IDs');
		for (const [name, { value }] of Object.entries(DOCUMENT)) {
			// Google's list of documents isn't imitated.
			const locator = panel.root.getByTestId(`resource-locator-${name}`);
			await hands.click(locator.getByTestId('rlc-mode-selector'));
			await hands.click(panel.options.filter({ hasText: 'By ID' }));
			await hands.click(locator.getByTestId('rlc-input-container').locator('input'));
			const saved = editor.untilSaved(value);
			await editor.page.keyboard.type(value);
			await saved;
		}
		await close(hands, panel);
		const append = await open(editor, hands, 'Append the row');
		await hands.click(append.root.getByTestId('node-execute-button'));
		await waitFor('the first row', () => sheets.grid.length === 2);
		await close(hands, append);
		await publish(editor, hands);
		const id = await submit();

		await waitFor('the row', () => sheets.grid.length === 3);
		const [names = [], ...rows] = sheets.grid;
		expect(rows.map((row) => row[names.indexOf('Full name')])).toEqual(['Ann', 'Ann']);
		expect([names[0], rows[1]?.[0]]).toEqual(['id', id]);
	});
});
