import type { IDataObject } from 'n8n-workflow';

import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../emulator';
import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { BASE_URL } from './baseUrl';
import { hookContext, type NodeSetup } from './n8n';
import { connectNetwork } from './network';
import { derivedSecret } from './webhookTrigger';

const { checkExists, create, delete: remove } = new FormSubmissionsTrigger().webhookMethods.default;

type Mode = 'trigger' | 'manual';

type Stored = { registrations?: IDataObject[] };

/** A webhook trigger that is published, and the service that it registers with. */
export class Publishing {
	emulator: Emulator = createEmulator();

	apiKey = this.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });

	formId = this.emulator.addForm({ name: 'Contact' }).id;

	/** What a process remembers, it remembers by node. */
	readonly nodeId = `published${++nodes}`;

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

	/** Publishing: n8n checks whether the destination exists, and has it created if not. */
	async publish(setup: NodeSetup, mode: Mode = 'trigger'): Promise<void> {
		if (!(await this.exists(setup, mode))) await create.call(this.context(setup, mode));
	}

	async exists(setup: NodeSetup, mode: Mode = 'trigger'): Promise<boolean> {
		return await checkExists.call(this.context(setup, mode));
	}

	async unpublish(setup: NodeSetup): Promise<void> {
		expect(await remove.call(hookContext(setup, 'internal', 'update'))).toBe(true);
	}

	private context(setup: NodeSetup, mode: Mode) {
		return connectNetwork(hookContext(setup, mode), this.emulator, this.baseUrl);
	}
}

let nodes = 0;

/** What n8n reads from its database next time. */
export function reload(staticData: IDataObject | undefined): IDataObject {
	return JSON.parse(JSON.stringify(staticData ?? {})) as IDataObject;
}
