import { createCatalog } from './catalog';
import { createCredentials } from './credentials';
import { createDataTables } from './dataTables';
import { createExecutions } from './executions';
import { openSession } from './session';
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
		catalog: createCatalog(session),
		dataTables: createDataTables(session),
	};
}

export type { CredentialRef } from './credentials';
export type { Execution } from './executions';
export type { JsonObject } from './json';
export type { WorkflowFile, WorkflowNode } from './workflowFile';
export type { Workflow } from './workflows';
