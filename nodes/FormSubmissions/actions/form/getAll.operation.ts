import { listForms } from '../../api/forms';
import { limitField, readLimit, returnAllField } from '../../parameters/fields';
import type { Operation } from '../operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many forms and their IDs',
	description: 'List the forms of the workspace',
	properties: [returnAllField, limitField],

	async execute(context, connection, itemIndex) {
		const limit = readLimit(context, itemIndex);

		const forms = await listForms(connection);

		return limit === undefined ? forms : forms.slice(0, limit);
	},
};
