import type { Form } from '../types';

type StoredForm = { readonly form: Form; readonly workspace: string };

export function createFormStore() {
	const forms = new Map<string, StoredForm>();
	return {
		add(form: Form, workspace: string): void {
			if (forms.has(form.id)) throw new Error(`Form ${form.id} exists already`);
			forms.set(form.id, { form, workspace });
		},
		find: (id: string): StoredForm | undefined => forms.get(id),
		ofWorkspace: (workspace: string): Form[] =>
			[...forms.values()]
				.filter((stored) => stored.workspace === workspace)
				.map(({ form }) => form),
		remove(id: string): void {
			if (!forms.delete(id)) throw new Error(`There is no form ${id}`);
		},
	};
}
