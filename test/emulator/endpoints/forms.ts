import { readQuery } from '../query';
import type { Endpoint } from './endpoint';

export const listForms: Endpoint = {
	method: 'GET',
	path: ['v1', 'forms'],
	scope: 'forms:read',
	isRead: true,
	answer({ key, search, store }) {
		readQuery(search, []);
		const data = store.forms.ofWorkspace(key.workspace);
		return { status: 200, body: JSON.stringify({ ok: true, data }) };
	},
};
