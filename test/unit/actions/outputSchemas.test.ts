/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { properties } from '../../../nodes/FormSubmissions/actions';
import { emulator, formId, runNode, useActionNode } from './actionNode';

const SCHEMAS = join(__dirname, '../../../nodes/FormSubmissions/__schema__/v1.0.0');

type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema };

/** What n8n's editor offers for mapping before a node has run. */
function schemaOf(path: string): Schema {
	return JSON.parse(readFileSync(join(SCHEMAS, `${path}.json`), 'utf8')) as Schema;
}

function typeOf(value: unknown): string {
	return Array.isArray(value) ? 'array' : typeof value;
}

const typesIn = (row: IDataObject) =>
	Object.entries(row).map(([name, value]) => [name, typeOf(value)]);

const typesOf = ({ properties = {} }: Schema) =>
	Object.entries(properties).map(([name, { type }]) => [name, type]);

describe('the output that the editor announces', () => {
	useActionNode();

	async function rowOf(parameters: IDataObject, fields: IDataObject): Promise<IDataObject> {
		const [submission] = emulator.addSubmissions(formId, 2, { data: () => fields });
		const chosen = { formId, submissionId: submission?.id };
		const [row = {}] = (await runNode({ ...chosen, ...parameters })).rows;
		return row;
	}

	/** Every operation that the node's menus offer. */
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.flatMap((option) =>
				'value' in option ? [`${displayOptions?.show?.resource?.[0]}/${option.value}`] : [],
			),
		);

	it.each(operations)(
		'of %s has what it returns, in that order, except for the form’s own fields',
		async (path) => {
			const [resource = '', operation = ''] = path.split('/');
			const isOfFields = ['getFields', 'countByAnswer'].includes(operation);
			const fields: IDataObject = isOfFields ? { name: 'Ada' } : {};

			const row = await rowOf({ resource, operation, pageSize: 1, fieldName: 'name' }, fields);

			expect(typesOf(schemaOf(path))).toEqual(typesIn(row));
		},
	);

	it('of the trigger has the same row as that of Get Many', () => {
		expect(schemaOf('output')).toEqual(schemaOf('submission/getAll'));
	});

	it('of a page has the same rows as that of Get Many', () => {
		const page = schemaOf('submission/getPage');

		expect(page.properties?.submissions?.items?.properties).toEqual(
			schemaOf('submission/getAll').properties,
		);
	});
});
