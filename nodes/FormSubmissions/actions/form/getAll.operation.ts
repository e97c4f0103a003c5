import { listForms } from '../../api/forms';
import { limit, returnAll } from '../../parameters/limit';
import { operation } from '../operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many forms',
	description: 'List the forms of the workspace',
	subtitle: '"Forms of the workspace"',
	parameters: { returnAll, limit },

	async execute(connection, { limit: max }) {
		const forms = await listForms(connection);

		if (forms.length === 0) return { rows: [], notes: ['There are no forms in this workspace.'] };
		if (forms.length <= max) return { rows: forms };
		const first = max === 1 ? 'This is the first' : `These are the first ${max}`;
		const note = `${first} of ${forms.length} forms. Raise the limit to get the others.`;
		return { rows: forms.slice(0, max), notes: [note] };
	},
});
