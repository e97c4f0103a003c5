import { createCatalog, type Catalog } from './catalog';
import { createCredentials, type Credentials } from './credentials';
import { createDataTables, type DataTables } from './dataTables';
import { createExecutions, type Executions } from './executions';
import { openSession } from './session';
import { createWorkflows, type Workflows } from './workflows';

/** What a person does in n8n's editor, as calls. */
export type N8nClient = {
	credentials: Credentials;
	workflows: Workflows;
	executions: Executions;
	catalog: Catalog;
	dataTables: DataTables;
};

/** Sets up the owner, or signs in if there already is one. */
export async function connectToN8n(url: string): Promise<N8nClient> {
	const session = await openSession(url);
	return {
		credentials: createCredentials(session),
		workflows: createWorkflows(session),
		executions: createExecutions(session),
		catalog: createCatalog(session),
		dataTables: createDataTables(session),
	};
}

export type { CredentialRef, CredentialTest } from './credentials';
export type { Execution } from './executions';
export type { JsonObject } from './json';
export { N8nError } from './session';
export { byId } from './workflowFile';
export type { WorkflowFile, WorkflowNode } from './workflowFile';
export type { Workflow } from './workflows';
