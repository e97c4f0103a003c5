// Not from the index of n8n-core, which loads 130 modules more in each test file.
import {
	ExecuteContext,
	HookContext,
	LoadOptionsContext,
	TriggerContext,
	WebhookContext,
} from 'n8n-core/dist/execution-engine/node-execution-context';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialsHelper,
	type IDataObject,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type ITriggerFunctions,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { FormSubmissionsApi } from '../../credentials/FormSubmissionsApi.credentials.ts';
import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node.ts';
import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { BASE_URL } from './baseUrl';

const PACKAGE = 'n8n-nodes-form-submissions';

const nodeTypesByName: Record<string, INodeType> = {
	[`${PACKAGE}.formSubmissions`]: new FormSubmissions(),
	[`${PACKAGE}.formSubmissionsTool`]: new FormSubmissions(),
	[`${PACKAGE}.formSubmissionsTrigger`]: new FormSubmissionsTrigger(),
};

function nodeType(name: string): INodeType {
	const found = nodeTypesByName[name];
	if (!found) throw new Error(`There is no node type ${name}`);
	return found;
}

const nodeTypes: INodeTypes = {
	getByName: nodeType,
	getByNameAndVersion: nodeType,
	getKnownTypes: () => ({}),
};

const credentialType = new FormSubmissionsApi();

type Credential = { baseUrl?: unknown; apiKey?: unknown };

/** What n8n's contexts ask of its credential store. */
class StoredCredential {
	constructor(private readonly credential: Credential) {}

	getParentTypes = () => [];

	getCredentialsProperties = () => [];

	isCredentialUsableByNode = () => true;

	preAuthentication = async () => undefined;

	runPreAuthentication = async () => undefined;

	async authenticate(...[credentials, , request]: Parameters<ICredentialsHelper['authenticate']>) {
		return await credentialType.authenticate(credentials, request as IHttpRequestOptions);
	}

	async getDecrypted() {
		return { ...this.credential };
	}
}

/** `formSubmissionsTool` is the type under which n8n runs the action node for a language model. */
export type NodeKind = 'formSubmissions' | 'formSubmissionsTool' | 'formSubmissionsTrigger';

/** One node in one workflow, as n8n holds it. */
export type NodeSetup = {
	kind: NodeKind;
	parameters: IDataObject;
	credential?: Credential;
	credentialId?: string;
	workflowId?: string;
	nodeId?: string;
	nodeName?: string;
	webhookId?: string;
	onError?: INode['onError'];
	/** Static data of the workflow; changed in place, as n8n does. */
	staticData?: IDataObject;
	timezone?: string;
	webhookBaseUrl?: string;
};

function store(setup: NodeSetup) {
	const node: INode = {
		id: setup.nodeId ?? 'b5a3c1d0-0000-4000-8000-000000000001',
		name: setup.nodeName ?? 'Form Submissions',
		type: `${PACKAGE}.${setup.kind}`,
		typeVersion: 1,
		position: [0, 0],
		webhookId: setup.webhookId ?? 'c0ffee00-0000-4000-8000-000000000002',
		parameters: setup.parameters as INode['parameters'],
		credentials: {
			formSubmissionsApi: { id: setup.credentialId ?? '1', name: 'Form Submissions API' },
		},
		...(setup.onError ? { onError: setup.onError } : {}),
	};
	const workflow = new Workflow({
		id: setup.workflowId ?? 'workflow1',
		name: 'Test',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		staticData: setup.staticData ?? {},
		settings: { timezone: setup.timezone ?? 'UTC' },
	});
	const host = setup.webhookBaseUrl ?? 'https://n8n.example.org';
	const additionalData = {
		credentialsHelper: new StoredCredential({ baseUrl: BASE_URL, ...setup.credential }),
		webhookBaseUrl: `${host}/webhook`,
		webhookTestBaseUrl: `${host}/webhook-test`,
		webhookWaitingBaseUrl: `${host}/webhook-waiting`,
		formWaitingBaseUrl: `${host}/form-waiting`,
		variables: {},
		currentNodeParameters: setup.parameters,
	} as unknown as IWorkflowExecuteAdditionalData;
	return { workflow, node: workflow.nodes[node.name] ?? node, additionalData };
}

/** The context in which n8n runs an action node. Stopping the execution aborts `signal`. */
export function executeContext(
	setup: NodeSetup,
	items: IDataObject[] = [{}],
	signal?: AbortSignal,
): ExecuteContext {
	const { workflow, node, additionalData } = store(setup);
	const inputItems: INodeExecutionData[] = items.map((json) => ({ json }));
	const inputData = { main: [inputItems] };
	const executeData: IExecuteData = { data: inputData, node, source: null };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		createRunExecutionData(),
		0,
		inputItems,
		inputData,
		executeData,
		[],
		signal,
	);
}

/** Runs the action node on the items as n8n would, and returns its output. */
export async function runAction(
	setup: Omit<NodeSetup, 'kind'>,
	items?: IDataObject[],
	signal?: AbortSignal,
): Promise<INodeExecutionData[]> {
	const context = executeContext({ kind: 'formSubmissions', ...setup }, items, signal);
	const [output = []] = await new FormSubmissions().execute.call(context);
	return output;
}

export function hookContext(
	setup: NodeSetup,
	activation: WorkflowActivateMode = 'activate',
): HookContext {
	const { workflow, node, additionalData } = store(setup);
	const webhook = webhookOf(workflow, node, additionalData);
	return new HookContext(workflow, node, additionalData, 'trigger', activation, webhook);
}

function webhookOf(
	{ id: workflowId }: Workflow,
	node: INode,
	workflowExecuteAdditionalData: IWorkflowExecuteAdditionalData,
): IWebhookData {
	const webhookDescription = { name: 'default', httpMethod: 'POST', path: workflowId } as const;
	const path = `${node.webhookId}/${workflowId}`;
	const about = { node: node.name, workflowId, workflowExecuteAdditionalData };
	return { httpMethod: 'POST', path, webhookDescription, ...about };
}

export function loadOptionsContext(setup: NodeSetup): LoadOptionsContext {
	const { workflow, node, additionalData } = store(setup);
	return new LoadOptionsContext(workflow, node, additionalData, 'parameters.formId');
}

/** The text that the canvas shows below the node. */
export function subtitleOf(setup: NodeSetup): unknown {
	return inEditor(setup, nodeType(`${PACKAGE}.${setup.kind}`).description.subtitle);
}

/** Evaluates an expression in a node's description as the editor does. */
export function inEditor(setup: NodeSetup, expression: string | undefined): unknown {
	const { workflow, node } = store(setup);
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
}

/** The context of a trigger that listens: as n8n starts it, unless it is published or tested. */
export function triggerContext(
	setup: NodeSetup,
	{ emit, saveFailedExecution }: Pick<ITriggerFunctions, 'emit' | 'saveFailedExecution'>,
	activation: WorkflowActivateMode = 'init',
): TriggerContext {
	const { workflow, node, additionalData } = store(setup);
	const mode = activation === 'manual' ? 'manual' : 'trigger';
	const none = undefined;
	return new TriggerContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		emit,
		none,
		saveFailedExecution,
	);
}

/** A request as Express passes it to n8n, and the node's response. */
export type ReceivedRequest = {
	headers: Record<string, string | string[]>;
	rawBody?: Buffer;
};

/** What n8n reads of a request to a node of version 1 only if that asks. */
const READ_ON_REQUEST = /^multipart\//;

class RecordedResponse {
	statusCode = 200;

	body: unknown;

	isEnded = false;

	status(code: number) {
		this.statusCode = code;
		return this;
	}

	json(body: unknown) {
		this.body = body;
		this.end();
		return this;
	}

	end(): this {
		this.isEnded = true;
		return this;
	}
}

export function webhookContext(setup: NodeSetup, request: ReceivedRequest) {
	const { workflow, node, additionalData } = store(setup);
	const response = new RecordedResponse();
	const isRead = !READ_ON_REQUEST.test(String(request.headers['content-type']));
	const httpRequest: Record<string, unknown> = {
		headers: request.headers,
		body: undefined,
		params: {},
		query: {},
		rawBody: isRead ? request.rawBody : undefined,
		async readRawBody() {
			httpRequest.rawBody = request.rawBody ?? Buffer.alloc(0);
		},
	};
	Object.assign(additionalData, { httpRequest, httpResponse: response });
	const webhook = webhookOf(workflow, node, additionalData);
	const context = new WebhookContext(workflow, node, additionalData, 'webhook', webhook, [], null);
	return { context, response };
}
