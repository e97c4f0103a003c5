import { listForms } from '../../api/forms';
import { limitField, readLimit, returnAllField } from '../../parameters/limit';
import type { Operation } from '../operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many forms with names and IDs',
	description: 'List the forms of the workspace',
	subtitle: '"Forms of the workspace"',
	properties: [returnAllField, limitField],

	async execute({ connection, parameters }) {
		const limit = readLimit(parameters);

		const forms = await listForms(connection);

		return forms.slice(0, limit);
	},
};
