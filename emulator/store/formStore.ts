import type { Form } from '../types';

export type StoredForm = { readonly form: Form; readonly workspace: string };

export type FormStore = {
	add: (form: Form, workspace: string) => void;
	find: (id: string) => StoredForm | undefined;
	ofWorkspace: (workspace: string) => Form[];
	remove: (id: string) => void;
};

export function createFormStore(): FormStore {
	const forms = new Map<string, StoredForm>();
	return {
		add(form, workspace) {
			if (forms.has(form.id)) throw new Error(`Form ${form.id} exists already`);
			forms.set(form.id, { form, workspace });
		},
		find: (id) => forms.get(id),
		ofWorkspace: (workspace) =>
			[...forms.values()]
				.filter((stored) => stored.workspace === workspace)
				.map(({ form }) => form),
		remove(id) {
			if (!forms.delete(id)) throw new Error(`There is no form ${id}`);
		},
	};
}
