import { asArray, asObject, isObject, textOf, type JsonObject } from './json';
import type { Session } from './session';

/** What a person does under "Data tables", by the name of a table. */
export type DataTables = {
	remove: (table: string) => Promise<void>;
	renameColumn: (table: string, from: string, to: string) => Promise<void>;
	/** Its rows, oldest first. */
	rows: (table: string) => Promise<JsonObject[]>;
	addColumn: (table: string, name: string, type: 'string' | 'number') => Promise<void>;
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
		async rows(table) {
			const { path } = await find(table);
			const page = asObject(await rest('GET', `${path}/rows?sortBy=id:asc&take=250`), 'the rows');
			return asArray(page.data, 'the rows').map((row) => asObject(row, 'a row'));
		},
		async addColumn(table, name, type) {
			const { path } = await find(table);
			await rest('POST', `${path}/columns`, { name, type });
		},
	};
}

function named(entries: unknown[], wanted: string): JsonObject {
	const found = entries.filter(isObject).find(({ name }) => name === wanted);
	return asObject(found, `the entry named "${wanted}"`);
}
