/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { createEmulator } from '../../../emulator';
import { runActionAtEdge } from '../../support/world';

const SCHEMAS = join(__dirname, '../../../nodes/FormSubmissions/__schema__/v1.0.0');

type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema };

/** What n8n's editor offers for mapping as long as a node has not run. */
function schemaOf(path: string): Schema {
	return JSON.parse(readFileSync(join(SCHEMAS, `${path}.json`), 'utf8')) as Schema;
}

function typeOf(value: unknown): string {
	return Array.isArray(value) ? 'array' : typeof value;
}

const typesIn = (row: IDataObject) =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeOf(value)]));

const typesOf = ({ properties = {} }: Schema) =>
	Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));

describe('the output that the editor announces', () => {
	async function rowOf(parameters: IDataObject): Promise<IDataObject> {
		const emulator = createEmulator();
		const apiKey = emulator.addKey();
		const { id: formId } = emulator.addForm();
		const [submission] = emulator.addSubmissions(formId, 2, { data: () => ({}) });
		const [item] = await runActionAtEdge(emulator, {
			apiKey,
			parameters: { submissionId: submission?.id, ...parameters },
		});
		return item?.json ?? {};
	}

	it.each([
		['form/getAll', {}],
		['submission/get', {}],
		['submission/getAll', {}],
		['submission/getPage', { pageSize: 1 }],
	])('of %s is what it gives, but for the form’s own fields', async (path, more) => {
		const [resource = '', operation = ''] = path.split('/');

		const row = await rowOf({ resource, operation, ...more });

		expect(typesOf(schemaOf(path))).toEqual(typesIn(row));
	});

	it('of a page has rows like those of Get Many', () => {
		const { properties } = schemaOf('submission/getPage');

		expect(properties?.submissions?.items?.properties).toEqual(
			schemaOf('submission/getAll').properties,
		);
	});
});
