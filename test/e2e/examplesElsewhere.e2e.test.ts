import { loadExample, withoutPause } from '../sandbox/client/examples';
import type { WorkflowFile } from '../sandbox/client/n8nClient';
import { createGoogleDrive, DRIVE_ACCOUNT } from '../sandbox/standIns/googleDrive';
import { createHubspot } from '../sandbox/standIns/hubspot';
import { startInternet, type Internet } from '../sandbox/standIns/internet';
import { waitFor } from '../sandbox/host/waitFor';
import { useHost } from './support/host';
import { CHOSEN, HOSTILE, inColumns } from './support/hostileNames';
import { waitForSubmissions } from './support/submissionRuns';
import { startSite, type SiteAnswer } from '../sandbox/standIns/site';

const DAY_MS = 24 * 60 * 60_000;

describe('The examples that write to third-party services, in a real n8n', () => {
	const drive = createGoogleDrive();
	const hubspot = createHubspot();
	let internet: Internet;
	let formId: string;

	beforeAll(async () => {
		internet = await startInternet({ ...drive.sites, ...hubspot.sites });
	});

	const host = useHost(() => internet.env);

	beforeEach(() => {
		formId = host().emulator.addForm({ name: 'Contact' }).id;
	});

	afterAll(async () => await internet?.stop());

	/** Its nodes try again without waiting. */
	async function publish(file: WorkflowFile): Promise<string> {
		const nodes = withoutPause(file).nodes.map((node) => ({ ...node, waitBetweenTries: 1 }));
		const { id } = await host().n8n.workflows.create({ ...file, nodes });
		await host().n8n.workflows.publish(id);
		return id;
	}

	const submit = async (data: Record<string, unknown>, seed = {}) =>
		(await host().emulator.submit(formId, data, seed)).submission.id;

	it('recent-submissions-to-google-sheets writes a row for each submission of the last seven days, as text, with every field under its name', async () => {
		const ids = [7 * DAY_MS + 60_000, 7 * DAY_MS - 60_000, 0].map((agoMs) => {
			const message = `${'a'.repeat(49_979)}🙂${'b'.repeat(100)}`;
			const data = { ...HOSTILE, message, newsletter: null };
			return host().emulator.addSubmission({ formId, data, createdAt: Date.now() - agoMs }).id;
		});
		const READ = 'Read the sheet';
		const WRITE = 'Append or update the rows';
		const file = loadExample('recent-submissions-to-google-sheets', {
			credential: host().credential,
			formId,
			options: {
				'Get recent submissions': { fields: ['message', 'newsletter', ...Object.keys(CHOSEN)] },
			},
		});
		// What Google says is n8n's own matter: a person has pinned it.
		const pinData = { [READ]: [{ json: {} }], [WRITE]: [{ json: {} }] };
		const { id } = await host().n8n.workflows.create({ ...file, pinData });

		const { error, output } = await host().n8n.executions.run(id, { trigger: 'Every morning' });

		expect(error).toBeUndefined();
		expect(output('Fit the cells')).toEqual(
			ids.slice(1).map((submissionId) =>
				expect.objectContaining({
					...inColumns(CHOSEN),
					// A value that was withdrawn empties its cell, which null wouldn't.
					newsletter: '',
					submittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
					message: `${'a'.repeat(49_979)}… (shortened)`,
					id: submissionId,
				}),
			),
		);
		const { parameters } = file.nodes.find(({ name }) => name === WRITE) ?? {};
		expect(parameters).toMatchObject({
			operation: 'appendOrUpdate',
			columns: { matchingColumns: ['id'] },
			options: { cellFormat: 'RAW' },
		});
	});

	describe('new-submission-files', () => {
		const PDF = { 'content-type': 'application/pdf' };
		const pages: Record<string, SiteAnswer> = {
			'/cv.pdf': { body: 'A CV', headers: PDF },
			'/a/photo.jpg': { body: 'One', headers: { 'content-type': 'image/jpeg' } },
			'/b/photo.jpg': { body: 'Two', headers: { 'content-type': 'application/octet-stream' } },
			'/L%C3%A4ufer%20%2F%20CV.pdf?signature=x': { body: 'Three', headers: PDF },
			'/empty.pdf': { body: '', headers: PDF },
			'/sign-in.pdf': { body: '<!DOCTYPE html><title>Sign in</title>' },
			'/hidden.pdf': { body: ' <html>', headers: PDF },
			'/error.pdf': { body: { error: 'The link has expired' } },
			'/hidden-error.pdf': { body: '{"error":"Denied"}', headers: PDF },
			'/page.html': { body: '<html>A page that was uploaded</html>' },
			'/data.json': { body: { a: 1 } },
		};
		let files: Awaited<ReturnType<typeof startSite>>;
		let elsewhere: Awaited<ReturnType<typeof startSite>>;
		let workflowId: string;

		beforeEach(async () => {
			elsewhere = await startSite(() => ({ body: 'Signed', headers: PDF }));
			files = await startSite(({ url }) => {
				const location = `${elsewhere.url}/signed`;
				if (url === '/redirected.pdf') return { status: 302, headers: { location }, body: '' };
				return pages[url] ?? { status: 404, body: 'The link has expired' };
			});
			const { n8n, credential } = host();
			const account = await n8n.credentials.create('googleDriveOAuth2Api', 'Google', DRIVE_ACCOUNT);
			workflowId = await publish(
				loadExample('new-submission-files', {
					credential,
					formId,
					credentials: { 'Save the file': account },
				}),
			);
			drive.files.length = 0;
		});

		afterEach(async () => {
			await host().n8n.workflows.unpublish(workflowId);
			for (const site of [files, elsewhere]) await site.stop();
		});

		const saved = () => drive.files.map(({ name, content }) => [name, content]);

		it('saves each file under a name of its own, the others when one fails, and that one on a retry; it sends their host nothing of the credential', async () => {
			const url = `${files.url}/cv.pdf`;
			drive.refuse((name) => name.endsWith('too-big.pdf'));

			await submit(HOSTILE, { files: [{ name: 'spam.pdf', url }], status: 'spam' });
			const id = await submit(HOSTILE, {
				files: [
					{ name: 'photo.jpg', url: `${files.url}/a/photo.jpg` },
					{ name: 'photo.jpg', url: `${files.url}/b/photo.jpg` },
					{ name: '../../etc/passwd', url },
					{ name: 'too-big.pdf', url },
					{ name: 'gone.pdf', url: `${files.url}/gone.pdf` },
					// A service may give no more than a link.
					`${files.url}/L%C3%A4ufer%20%2F%20CV.pdf?signature=x`,
					{ name: ' ', url: `${files.url}/redirected.pdf` },
				],
			});
			const [run] = await waitForSubmissions(host().n8n, workflowId, [id]);
			const savedAtFirst = saved();
			drive.refuse(() => false);
			// n8n runs it, but can't show the error of a download in its response.
			await host()
				.n8n.executions.retry(run?.id ?? '')
				.catch(() => undefined);
			await host().n8n.executions.waitForCount(workflowId, 2);

			expect(run?.error).toMatch(
				new RegExp(`^2 files were not saved∶ ${id}-4-too-big.pdf \\(.+\\); ${id}-5-gone.pdf \\(`),
			);
			expect(savedAtFirst).toEqual([
				[`${id}-1-photo.jpg`, 'One'],
				[`${id}-2-photo.jpg`, 'Two'],
				[`${id}-3-.._.._etc_passwd`, 'A CV'],
				[`${id}-6-Läufer _ CV.pdf`, 'Three'],
				[`${id}-7-redirected.pdf`, 'Signed'],
			]);
			expect(saved()).toEqual([...savedAtFirst, [`${id}-4-too-big.pdf`, 'A CV']]);
			expect(JSON.stringify([files.requests, elsewhere.requests])).not.toMatch(
				new RegExp(`${host().apiKey}|authorization|api-key`, 'i'),
			);
		});

		it('saves nothing that came instead of a file, and says what that was', async () => {
			const names = Object.keys(pages)
				.map((path) => path.slice(1))
				.filter((name) => /^(empty|sign-in|hidden|hidden-error|error|page|data)\./.test(name));

			const id = await submit(HOSTILE, {
				files: names.map((name) => ({ name, url: `${files.url}/${name}` })),
			});
			const [run] = await waitForSubmissions(host().n8n, workflowId, [id]);

			expect(saved().map(([name]) => name)).toEqual([`${id}-6-page.html`, `${id}-7-data.json`]);
			expect(run?.error).toMatch(/^5 files were not saved∶ /);
			for (const reason of [
				`${id}-1-empty.pdf (it is empty`,
				`${id}-2-sign-in.pdf (a web page came instead`,
				`${id}-3-hidden.pdf (a web page came instead`,
				`${id}-4-error.pdf (JSON came instead∶ {"error"∶"The link has expired"}`,
				`${id}-5-hidden-error.pdf (JSON came instead`,
			]) {
				expect(run?.error).toContain(reason);
			}
		});
	});

	it('new-submission-to-hubspot saves one contact per person, even if HubSpot is briefly unavailable; one that fails holds up no other, and is sent on a retry', async () => {
		const data = { appToken: 'token' };
		const account = await host().n8n.credentials.create('hubspotAppToken', 'HubSpot', data);
		const workflowId = await publish(
			loadExample('new-submission-to-hubspot', {
				credential: host().credential,
				formId,
				credentials: { 'Create or update the contact': account },
				boxes: { firstname: 'name', lastname: 'last name' },
			}),
		);
		hubspot.failNext(2);
		hubspot.refuse('grace@example.com', 400, { message: 'Values were not valid' });

		const first = await submit({
			name: 'Ada King Lovelace',
			email: 'ada@example.com',
			message: 'Hello',
		});
		await waitFor('her contact', () => hubspot.contacts.get('ada@example.com'));
		const ids = [
			first,
			await submit({ name: 'Ada Lovelace', email: ' Ada@example.com ', message: 'Again' }),
			await submit({ name: 'Mary Ann', 'last name': 'Evans', email: 'mary@example.com' }),
			await submit({ name: 'Grace', email: 'grace@example.com' }),
			await submit({ ...HOSTILE, email: ' ' }),
			await submit({ name: 'Edsger', email: 'edsger@example.com' }),
		];
		const runs = await waitForSubmissions(host().n8n, workflowId, ids);
		const emails = [...hubspot.contacts.keys()];
		hubspot.refuseNone();
		const stopped = runs.filter(({ error }) => error !== undefined);
		for (const { id } of stopped) await host().n8n.executions.retry(id);
		await host().n8n.workflows.unpublish(workflowId);
		const errors = stopped.map(({ error }) => error).join();

		expect(hubspot.contacts.get('ada@example.com')).toEqual({
			email: 'Ada@example.com',
			firstname: 'Ada',
			lastname: 'Lovelace',
			message: 'Again',
		});
		expect(hubspot.contacts.get('mary@example.com')).toEqual({
			email: 'mary@example.com',
			firstname: 'Mary Ann',
			lastname: 'Evans',
		});
		expect(emails).toEqual(['ada@example.com', 'mary@example.com', 'edsger@example.com']);
		expect(errors).toContain(`${ids[3]}, grace@example.com (status 400∶ Values were not valid)`);
		expect(errors).toContain(`${ids[4]} (it has no email address; `);
		expect([...hubspot.contacts.keys()]).toEqual([...emails, 'grace@example.com']);
	});
});
