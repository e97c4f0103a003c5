import { listForms } from '../../api/forms';
import { isTool } from '../../errors';
import { limit, returnAll } from '../../fields/limit';
import { entriesToFetch } from '../cutShort';
import { operation } from '../operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many forms with names and IDs',
	description: 'List the forms of the workspace',
	subtitle: '"Forms of the workspace"',
	fields: { returnAll, limit },

	async execute(connection, { limit: max }) {
		const forms = (await listForms(connection)).slice(0, entriesToFetch(max, connection));

		// A model would get an empty list as empty text.
		const isForModel = isTool(connection.context.getNode());
		if (forms.length === 0 && isForModel) {
			return [{ note: 'There are no forms in this workspace.' }];
		}
		if (forms.length <= max) return forms;
		const note = `These are the first ${max} forms, and there are more. Raise the limit to get the others.`;
		return [...forms.slice(0, max), { note }];
	},
});
