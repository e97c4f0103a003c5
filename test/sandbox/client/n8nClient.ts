import { createExecutions } from './executions';
import { asArray, asObject, isObject, optionalText, textOf, type JsonObject } from './json';
import { openSession, type Session } from './session';
import type { CredentialRef } from './workflowFile';
import { createWorkflows } from './workflows';

/** What a person does in n8n's editor, as calls. */
export type N8nClient = Awaited<ReturnType<typeof connectToN8n>>;

/** Sets up the owner, or signs in if there already is one. */
export async function connectToN8n(url: string) {
	const session = await openSession(url);
	return {
		credentials: createCredentials(session),
		workflows: createWorkflows(session),
		executions: createExecutions(session),
		dataTables: createDataTables(session),
		/** The versions of each node type that n8n knows, by name. */
		async nodeVersions(): Promise<Map<string, number[]>> {
			const versions = new Map<string, number[]>();
			const types = asArray(await session.file('/types/nodes.json'), 'the list of nodes');
			for (const { name, version } of types.filter(isObject)) {
				const known = versions.get(String(name)) ?? [];
				versions.set(String(name), [...known, ...[version].flat().map(Number)]);
			}
			return versions;
		},
		/** The version of n8n. */
		async version(): Promise<string> {
			return textOf(asObject(await session.rest('GET', '/settings'), 'the settings'), 'versionCli');
		},
	};
}

function createCredentials({ rest }: Session) {
	return {
		async create(type: string, name: string, data: JsonObject): Promise<CredentialRef> {
			const created = await rest('POST', '/credentials', { name, type, data });
			return { id: textOf(asObject(created, 'the new credential'), 'id'), name, type };
		},
		async remove({ id }: CredentialRef): Promise<void> {
			await rest('DELETE', `/credentials/${id}`);
		},
		/** Presses "Test" in the credential: n8n calls the service. */
		async test(credential: CredentialRef, data: JsonObject) {
			const credentials = { ...credential, data };
			const tested = await rest('POST', '/credentials/test', { credentials });
			const { status, message } = asObject(tested, 'the credential test');
			return { status: String(status), message: optionalText(message) ?? '' };
		},
	};
}

/** What a person does under "Data tables", by the name of a table. */
function createDataTables({ rest }: Session) {
	async function pathOfTables(): Promise<string> {
		const project = asObject(await rest('GET', '/projects/personal'), 'the project');
		return `/projects/${textOf(project, 'id')}/data-tables`;
	}

	async function pathOf(name: string): Promise<string> {
		const tables = await pathOfTables();
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const page = asObject(await rest('GET', `${tables}?filter=${filter}`), 'the tables');
		const found = asArray(page.data, 'the tables')
			.filter(isObject)
			.find((table) => table.name === name);
		return `${tables}/${textOf(asObject(found, `the table "${name}"`), 'id')}`;
	}

	return {
		/** Creates a table with a column `text`, and a row in it for each of these texts. */
		async create(name: string, texts: string[]): Promise<void> {
			const columns = [{ name: 'text', type: 'string' }];
			await rest('POST', await pathOfTables(), { name, columns });
			const data = texts.map((text) => ({ text }));
			await rest('POST', `${await pathOf(name)}/insert`, { data, returnType: 'count' });
		},
		async delete(table: string): Promise<void> {
			await rest('DELETE', await pathOf(table));
		},
		/** Its rows, oldest first. */
		async rows(table: string): Promise<JsonObject[]> {
			const rows = await rest('GET', `${await pathOf(table)}/rows?sortBy=id:asc&take=250`);
			const { data } = asObject(rows, 'the rows');
			return asArray(data, 'the rows').map((row) => asObject(row, 'a row'));
		},
		/** Deletes the rows in which a column has this value. */
		async deleteRows(table: string, columnName: string, value: string): Promise<void> {
			const filters = [{ columnName, condition: 'eq', value }];
			const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
			await rest('DELETE', `${await pathOf(table)}/rows?filter=${filter}`);
		},
		async addColumn(
			table: string,
			name: string,
			type: 'string' | 'number' | 'boolean',
		): Promise<void> {
			await rest('POST', `${await pathOf(table)}/columns`, { name, type });
		},
	};
}

export type { Execution } from './executions';
export type { JsonObject } from './json';
export type { CredentialRef, WorkflowFile, WorkflowNode } from './workflowFile';
export type { Workflow } from './workflows';
