import { loadExample } from '../../../sandbox/client/examples';
import { byId } from '../../../sandbox/client/workflowFile';
import type { Form } from '../../../emulator';
import type { Host } from '../support/host';
import { runNode } from '../support/runNode';
import { startWebSite, type WebSite } from '../support/webSite';
import { withCredential } from '../support/withCredential';

const LIST_FORMS = { resource: 'form', operation: 'getAll', returnAll: true };
const LIST_SUBMISSIONS = { resource: 'submission', operation: 'getAll', returnAll: true };

/** Users' mistakes result in messages that say what to do. */
export function describeMistakes(host: () => Host): void {
	describe('mistakes', () => {
		let form: Form;
		let webSite: WebSite;
		let movedSite: WebSite;

		beforeAll(async () => {
			form = host().emulator.addForm({ name: 'Newsletter' });
			webSite = await startWebSite();
			movedSite = await startWebSite(webSite.url);
		});

		afterAll(async () => {
			await webSite.stop();
			await movedSite.stop();
		});

		type Mistake = {
			title: string;
			credential?: () => { baseUrl?: string; apiKey?: string };
			parameters: Record<string, unknown>;
			words: RegExp[];
		};

		const mistakes: Mistake[] = [
			{
				title: 'a wrong key',
				credential: () => ({ apiKey: 'wrong' }),
				parameters: LIST_FORMS,
				words: [/API key/, /credential/],
			},
			{
				title: 'a key without the required permission',
				credential: () => ({ apiKey: host().emulator.addKey({ scopes: ['forms:read'] }) }),
				parameters: LIST_SUBMISSIONS,
				words: [/submissions:read/],
			},
			{
				title: 'an unknown submission',
				parameters: {
					resource: 'submission',
					operation: 'get',
					submissionId: byId('sub_nowhere'),
				},
				words: [/no submission/, /sub_nowhere/],
			},
			{
				title: 'an unknown form',
				parameters: { ...LIST_SUBMISSIONS, formId: byId('frm_nowhere') },
				words: [/no such form/],
			},
			{
				title: 'the base URL of some other website',
				credential: () => ({ baseUrl: webSite.url }),
				parameters: LIST_FORMS,
				words: [/base URL/],
			},
			{
				title: 'a website that redirects requests',
				credential: () => ({ baseUrl: `${movedSite.url}/moved` }),
				parameters: LIST_FORMS,
				words: [/another address/, /base URL/],
			},
			{
				title: 'plain HTTP to a public host',
				credential: () => ({ baseUrl: 'http://api.example.com' }),
				parameters: LIST_FORMS,
				words: [/base URL/, /https:\/\//],
			},
			{
				title: 'a base URL that is not a URL',
				credential: () => ({ baseUrl: 'my forms' }),
				parameters: LIST_FORMS,
				words: [/base URL/, /not a valid URL/],
			},
		];

		it.each(mistakes)('$title', async ({ credential, parameters, words }) => {
			const data = credential?.() ?? {};
			const execution = await withCredential(host(), data, (other) =>
				runNode(host(), parameters, { credential: other }),
			);
			expect(execution.status).toBe('error');
			for (const word of words) expect(execution.error).toMatch(word);
			const everything = JSON.stringify(execution.data);
			expect(everything).not.toContain(data.apiKey ?? host().apiKey);
		});

		it('never send the key to the target of a redirect', async () => {
			const data = { baseUrl: `${movedSite.url}/moved` };
			webSite.requests.length = 0;
			movedSite.requests.length = 0;
			await withCredential(host(), data, (credential) =>
				runNode(host(), LIST_FORMS, { credential }),
			);
			expect(movedSite.requests).toHaveLength(1);
			expect(webSite.requests).toEqual([]);
		});

		it('a key without write permission, when publishing the trigger', async () => {
			const { n8n, emulator } = host();
			const publish = withCredential(host(), { apiKey: emulator.addKey() }, async (credential) => {
				const file = loadExample('new-submission', { credential, formId: form.id });
				const { id } = await n8n.workflows.create(file);
				try {
					await n8n.workflows.publish(id);
				} finally {
					await n8n.workflows.archive(id);
					await n8n.workflows.remove(id);
				}
			});
			await expect(publish).rejects.toThrow(/write permission/);
			expect(emulator.destinations(form.id)).toEqual([]);
		});
	});
}
