import { asArray, asObject, isObject, textOf, type JsonObject } from './json';
import type { Session } from './session';

/** What a person does under "Data tables", by the name of a table. */
export function createDataTables({ rest }: Session) {
	async function find(name: string): Promise<{ path: string; table: JsonObject }> {
		const project = asObject(await rest('GET', '/projects/personal'), 'the project');
		const tables = `/projects/${textOf(project, 'id')}/data-tables`;
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const page = asObject(await rest('GET', `${tables}?filter=${filter}`), 'the tables');
		const table = findByName(asArray(page.data, 'the tables'), name);
		return { path: `${tables}/${textOf(table, 'id')}`, table };
	}

	return {
		/** Its rows, oldest first. */
		async rows(table: string): Promise<JsonObject[]> {
			const { path } = await find(table);
			const page = asObject(await rest('GET', `${path}/rows?sortBy=id:asc&take=250`), 'the rows');
			return asArray(page.data, 'the rows').map((row) => asObject(row, 'a row'));
		},
		async addColumn(table: string, name: string, type: 'string' | 'number'): Promise<void> {
			const { path } = await find(table);
			await rest('POST', `${path}/columns`, { name, type });
		},
	};
}

function findByName(entries: unknown[], wanted: string): JsonObject {
	const found = entries.filter(isObject).find(({ name }) => name === wanted);
	return asObject(found, `the entry named "${wanted}"`);
}
