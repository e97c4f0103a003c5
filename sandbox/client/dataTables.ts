import { asArray, asObject, isObject, textOf, type JsonObject } from './json';
import type { Session } from './session';

/** What a person does under "Data tables", by the name of a table. */
export type DataTables = {
	remove: (table: string) => Promise<void>;
	renameColumn: (table: string, from: string, to: string) => Promise<void>;
};

export function createDataTables({ rest }: Session): DataTables {
	async function find(name: string): Promise<{ path: string; table: JsonObject }> {
		const project = asObject(await rest('GET', '/projects/personal'), 'the project');
		const tables = `/projects/${textOf(project, 'id')}/data-tables`;
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const page = asObject(await rest('GET', `${tables}?filter=${filter}`), 'the tables');
		const table = named(asArray(page.data, 'the tables'), name);
		return { path: `${tables}/${textOf(table, 'id')}`, table };
	}

	return {
		async remove(name) {
			await rest('DELETE', (await find(name)).path);
		},
		async renameColumn(name, from, to) {
			const { path, table } = await find(name);
			const column = named(asArray(table.columns, 'its columns'), from);
			await rest('PATCH', `${path}/columns/${textOf(column, 'id')}/rename`, { name: to });
		},
	};
}

function named(entries: unknown[], wanted: string): JsonObject {
	const found = entries.filter(isObject).find(({ name }) => name === wanted);
	return asObject(found, `the entry named "${wanted}"`);
}
