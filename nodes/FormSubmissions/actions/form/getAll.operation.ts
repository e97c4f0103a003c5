import { listForms } from '../../api/forms';
import {
	cutShortNote,
	entriesToFetch,
	limitField,
	readLimit,
	returnAllField,
} from '../../parameters/limit';
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

		const forms = (await listForms(connection)).slice(0, entriesToFetch(limit, connection));

		if (forms.length <= limit) return forms;
		const note = cutShortNote(`the first ${limit} forms`, 'Raise the limit to get the others.');
		return [...forms.slice(0, limit), note];
	},
};
