import type { Form } from '../../../emulator';
import { ACTION_TYPE, CREDENTIAL_TYPE } from '../../../sandbox/client/workflowFile';
import type { Host } from '../support/host';
import { withCredential } from '../support/withCredential';

/** The list from which users choose a form in the editor. */
export function describeFormList(host: () => Host): void {
	describe('The list of forms', () => {
		let form: Form;

		beforeAll(() => {
			form = host().emulator.addForm({ name: 'Catalogue requests' });
		});

		const list = (credential: { id: string; name: string }, filter?: string) =>
			host().n8n.parameters.list({
				nodeType: ACTION_TYPE,
				method: 'searchForms',
				path: 'formId',
				credentials: { [CREDENTIAL_TYPE]: credential },
				filter,
			});

		it('has all forms, or those that match a name', async () => {
			const entry = { name: form.name, value: form.id };
			const all = await list(host().credential);
			expect(all.results).toContainEqual(expect.objectContaining(entry));
			expect(all.results.length).toBeGreaterThan(1);
			const found = await list(host().credential, 'catalogu');
			expect(found.results).toMatchObject([entry]);
		});

		it('says that a workspace has no form', async () => {
			const apiKey = host().emulator.addKey({ workspace: 'empty' });
			await withCredential(host(), { apiKey }, async (credential) => {
				await expect(list(credential)).rejects.toThrow(/no form yet/);
			});
		});

		it('says that the key is wrong', async () => {
			await withCredential(host(), { apiKey: 'wrong' }, async (credential) => {
				await expect(list(credential)).rejects.toThrow(/API key/);
			});
		});
	});
}
