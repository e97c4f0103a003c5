import { readQuery, type Endpoint } from './endpoint';

export const listForms: Endpoint = {
	method: 'GET',
	path: /^\/v1\/forms$/,
	scope: 'forms:read',
	isRead: true,
	answer({ search, store }) {
		readQuery(search, []);
		return { status: 200, body: JSON.stringify({ ok: true, data: [...store.forms.values()] }) };
	},
};
