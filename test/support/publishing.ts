import { sleep, type IDataObject, type WorkflowActivateMode } from 'n8n-workflow';

import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../emulator';
import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../nodes/FormSubmissions/general/processMemory';
import { BASE_URL } from './baseUrl';
import { runClock } from './fakeClock';
import { hookContext, triggerContext, type NodeSetup } from './n8n';
import { connectNetwork } from './network';
import { derivedSecret } from './webhookTrigger';

const node = new FormSubmissionsTrigger();

type Stored = { registrations?: IDataObject[] };

/** A trigger that is published, and the service that it registers with; time is a fake clock's. */
export class Publishing {
	emulator: Emulator = createEmulator({ now: () => Date.now() });

	apiKey = this.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });

	formId = this.emulator.addForm({ name: 'Contact' }).id;

	/** What a process remembers, it remembers by node. */
	readonly nodeId = `published${++nodes}`;

	/** What the trigger has written to n8n's log: lines of information. */
	readonly log: string[] = [];

	/** The messages of the failed executions that n8n shows. */
	readonly shown: string[] = [];

	constructor(readonly baseUrl = BASE_URL) {}

	/** The node as the user set it up; `staticData` is what n8n stores for its workflow. */
	trigger(parameters: IDataObject = {}, changes: Partial<NodeSetup> = {}): NodeSetup {
		return {
			kind: 'formSubmissionsTrigger',
			parameters: { formId: { __rl: true, mode: 'list', value: this.formId }, ...parameters },
			credential: { apiKey: this.apiKey, baseUrl: this.baseUrl },
			nodeId: this.nodeId,
			staticData: {},
			...changes,
		};
	}

	stored({ staticData = {} }: NodeSetup): IDataObject[] {
		const states = (staticData.global ?? {}) as Record<string, { value: Stored } | undefined>;
		return states[`webhook ${this.nodeId}`]?.value.registrations ?? [];
	}

	derived(revision = 1, origin?: string): string {
		return derivedSecret(this.apiKey, { nodeId: this.nodeId, revision }, origin);
	}

	secrets(): unknown[] {
		return this.emulator.destinations().map(({ secret }) => secret);
	}

	/** n8n publishes the trigger's address, begins the trigger, and ends it. */
	async publish(setup: NodeSetup, activation: WorkflowActivateMode = 'activate'): Promise<void> {
		await this.publishAddress(setup);
		await this.begin(setup, activation);
	}

	async publishAddress(setup: NodeSetup): Promise<void> {
		const { checkExists } = node.webhookMethods.default;
		expect(await checkExists.call(hookContext(setup))).toBe(true);
	}

	/** n8n starts: the address is there, and nobody is told. */
	async start(setup: NodeSetup): Promise<void> {
		forgetAll();
		await this.begin({ ...setup, staticData: reload(setup.staticData) }, 'init');
	}

	async begin(setup: NodeSetup, activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const functions = {
			emit: () => {},
			saveFailedExecution: ({ message }: Error) => void this.shown.push(message),
		};
		const made = triggerContext(setup, functions, activation);
		const context = connectNetwork(made, this.emulator, this.baseUrl);
		const log = jest.spyOn(context.logger, 'info');
		log.mockImplementation((line) => void this.log.push(line));
		const begun = node.trigger.call(context).finally(() => {
			// n8n evaluates expressions only while it waits for the trigger.
			context.getNodeParameter = () => {
				throw new Error('No bridge acquired for this context');
			};
		});
		const { closeFunction } = await runClock(begun);
		// What n8n's start doesn't wait for.
		await runClock(sleep(WHILE_RUNNING_MS));
		await closeFunction?.();
	}

	/** How often it has asked the service to create a destination. */
	get registered(): number {
		return this.emulator.requests.filter(({ method }) => method === 'POST').length;
	}
}

/** How long it runs then (milliseconds). */
const WHILE_RUNNING_MS = 1_000;

let nodes = 0;

/** What n8n reads from its database next time. */
export function reload(staticData: IDataObject | undefined): IDataObject {
	return JSON.parse(JSON.stringify(staticData ?? {})) as IDataObject;
}
