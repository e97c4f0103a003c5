// Not from the index of n8n-core, which loads 130 modules more in each test file.
import {
	ExecuteContext,
	HookContext,
	LoadOptionsContext,
	PollContext,
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
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { FormSubmissionsApi } from '../../credentials/FormSubmissionsApi.credentials.ts';
import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node.ts';
import { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { BASE_URL } from './baseUrl';

const PACKAGE = 'n8n-nodes-form-submissions';

const nodeTypesByName: Record<string, INodeType> = {
	[`${PACKAGE}.formSubmissions`]: new FormSubmissions(),
	[`${PACKAGE}.formSubmissionsTool`]: new FormSubmissions(),
	[`${PACKAGE}.formSubmissionsTrigger`]: new FormSubmissionsTrigger(),
	[`${PACKAGE}.formSubmissionsPollingTrigger`]: new FormSubmissionsPollingTrigger(),
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

type Credential = { baseUrl?: unknown; apiKey?: unknown; webhookSecret?: unknown };

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
export type NodeKind =
	| 'formSubmissions'
	| 'formSubmissionsTool'
	| 'formSubmissionsTrigger'
	| 'formSubmissionsPollingTrigger';

/** One node in one workflow, as n8n holds it. */
export type NodeSetup = {
	kind: NodeKind;
	parameters: IDataObject;
	credential?: Credential;
	credentialId?: string;
	workflowId?: string;
	nodeId?: string;
	nodeName?: string;
	/** By default, the newest. */
	typeVersion?: number;
	onError?: INode['onError'];
	/** Static data of the workflow; changed in place, as n8n does. */
	staticData?: IDataObject;
	timezone?: string;
	webhookBaseUrl?: string;
	/** The hook is for the test URL, even if its mode doesn't say so. */
	isTestUrl?: boolean;
};

export type Stored = {
	workflow: Workflow;
	node: INode;
	additionalData: IWorkflowExecuteAdditionalData;
	credentialStore: StoredCredential;
};

function store(setup: NodeSetup): Stored {
	const node: INode = {
		id: setup.nodeId ?? 'b5a3c1d0-0000-4000-8000-000000000001',
		name: setup.nodeName ?? 'Form Submissions',
		type: `${PACKAGE}.${setup.kind}`,
		typeVersion: setup.typeVersion ?? (setup.kind === 'formSubmissionsTrigger' ? 2 : 1),
		position: [0, 0],
		webhookId: 'c0ffee00-0000-4000-8000-000000000002',
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
	const credentialStore = new StoredCredential({ baseUrl: BASE_URL, ...setup.credential });
	const host = setup.webhookBaseUrl ?? 'https://n8n.example.org';
	const additionalData = {
		credentialsHelper: credentialStore,
		webhookBaseUrl: `${host}/webhook`,
		webhookTestBaseUrl: `${host}/webhook-test`,
		webhookWaitingBaseUrl: `${host}/webhook-waiting`,
		formWaitingBaseUrl: `${host}/form-waiting`,
		variables: {},
		currentNodeParameters: setup.parameters,
	} as unknown as IWorkflowExecuteAdditionalData;
	return { workflow, node: workflow.nodes[node.name] ?? node, additionalData, credentialStore };
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
	mode: WorkflowExecuteMode = 'trigger',
	activation: WorkflowActivateMode = 'activate',
): HookContext {
	const { workflow, node, additionalData } = store(setup);
	const isTest = setup.isTestUrl ?? mode === 'manual';
	const webhook = { ...webhookOf(workflow, node, additionalData), isTest };
	return new HookContext(workflow, node, additionalData, mode, activation, webhook);
}

function webhookOf(
	{ id: workflowId }: Workflow,
	node: INode,
	workflowExecuteAdditionalData: IWorkflowExecuteAdditionalData,
): IWebhookData {
	const webhookDescription = { name: 'default', httpMethod: 'POST', path: 'webhook' } as const;
	const path = `${node.webhookId}/webhook`;
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

export function pollContext(
	setup: NodeSetup,
	mode: WorkflowExecuteMode = 'trigger',
	activation: WorkflowActivateMode = 'activate',
): PollContext {
	const { workflow, node, additionalData } = store(setup);
	return new PollContext(workflow, node, additionalData, mode, activation);
}

/** The context of a trigger that listens; n8n's start is no publication. */
export function triggerContext(
	setup: NodeSetup,
	{ emit, saveFailedExecution }: Pick<ITriggerFunctions, 'emit' | 'saveFailedExecution'>,
	mode: WorkflowExecuteMode = 'trigger',
): TriggerContext {
	const { workflow, node, additionalData } = store(setup);
	const activation: WorkflowActivateMode = mode === 'manual' ? 'manual' : 'init';
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

/** What n8n reads itself of a request to a node above version 1; of others, on request. */
const READ_BY_N8N = /^(application\/json|text\/plain|application\/x-www-form-urlencoded)|[/+]xml$/;

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

export function webhookContext(
	setup: NodeSetup,
	request: ReceivedRequest,
	mode: WorkflowExecuteMode = 'webhook',
) {
	const stored = store(setup);
	const { workflow, node, additionalData } = stored;
	const response = new RecordedResponse();
	const isRead =
		node.typeVersion === 1 || READ_BY_N8N.test(String(request.headers['content-type']));
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
	const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], null);
	return { context, response, credentialStore: stored.credentialStore };
}
