import { createCatalog, type Catalog } from './client/catalog';
import { createCredentials, type Credentials } from './client/credentials';
import { createExecutions, type Executions } from './client/executions';
import { createParameters, type Parameters } from './client/parameters';
import { openSession, type Owner } from './client/session';
import { createWorkflows, type Workflows } from './client/workflows';

/** What a person does in n8n's editor, as calls. */
export type N8nClient = {
	credentials: Credentials;
	workflows: Workflows;
	executions: Executions;
	parameters: Parameters;
	catalog: Catalog;
};

/** Sets the owner up, or signs in where there is one. */
export async function connectToN8n(url: string, owner: Owner): Promise<N8nClient> {
	const session = await openSession(url, owner);
	return {
		credentials: createCredentials(session),
		workflows: createWorkflows(session),
		executions: createExecutions(session),
		parameters: createParameters(session),
		catalog: createCatalog(session),
	};
}

export type { CredentialRef, CredentialTest } from './client/credentials';
export type { Execution } from './client/executions';
export type { JsonObject } from './client/json';
export { N8nError, type Owner } from './client/session';
export { byId } from './client/workflows';
export type { Workflow, WorkflowFile, WorkflowNode } from './client/workflows';
