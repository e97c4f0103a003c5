import { createHmac } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { createEmulator, type Delivery, type Emulator, type Form } from '../emulator';
import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { BASE_URL } from './baseUrl';
import { stopTime } from './fakeClock';
import { webhookContext, type NodeSetup, type ReceivedRequest } from './n8n';

/** The secret that the trigger registered. */
export const SECRET = 'f'.repeat(64);
export const API_KEY = 'key_of_the_credential';

const URL_OF_TRIGGER = 'https://n8n.example.org/webhook/1';

/** A trigger that has registered, and the service that delivers to it, at a time that stands. */
export class World {
	readonly emulator: Emulator = createEmulator({ now: () => Date.now() });

	readonly form: Form = this.emulator.addForm({ name: 'Contact' });

	/** What a process remembers, it remembers by node. */
	readonly nodeId = `node${++nodes}`;

	constructor() {
		stopTime(Date.UTC(2026, 0, 31, 9));
	}

	/** The static data of a workflow whose trigger registered these secrets, by revision. */
	registered(secrets: Record<number, string> = { 1: SECRET }, baseUrl = BASE_URL): IDataObject {
		const registrations = Object.entries(secrets).map(([revision, secret]) => ({
			formId: this.form.id,
			url: URL_OF_TRIGGER,
			baseUrl,
			revision: Number(revision),
			secret,
		}));
		const state = { nodeId: this.nodeId, counter: 1, value: { registrations } };
		return { global: { [`webhook ${this.nodeId}`]: state } } as IDataObject;
	}

	trigger(parameters: IDataObject = {}, changes: Partial<NodeSetup> = {}): NodeSetup {
		return {
			kind: 'formSubmissionsTrigger',
			parameters: {
				formId: { __rl: true, mode: 'list', value: this.form.id },
				...parameters,
			},
			credential: { apiKey: API_KEY },
			nodeId: this.nodeId,
			staticData: this.registered(),
			...changes,
		};
	}

	/** What the trigger derives if nothing is stored. */
	derived(apiKey = API_KEY, baseUrl = BASE_URL, revision = 1): string {
		return derivedSecret(apiKey, { nodeId: this.nodeId, baseUrl, revision });
	}

	submission(data: Record<string, unknown> = { email: 'visitor@example.org' }, id?: string) {
		return this.emulator.addSubmission({ formId: this.form.id, data, id });
	}

	delivery(
		submission = this.submission(),
		overrides?: Parameters<Emulator['buildDelivery']>[2],
	): ReceivedRequest {
		const destination = { url: URL_OF_TRIGGER, secret: SECRET };
		return asReceived(this.emulator.buildDelivery(submission, destination, overrides));
	}

	/** A delivery of this body, as JSON or as it is. */
	signed(body: unknown, secret = SECRET): ReceivedRequest {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return this.delivery(undefined, { secret, body: text });
	}

	/** A request comes to the trigger's address; what it writes to n8n's log is collected. */
	async receive(request: ReceivedRequest, setup = this.trigger()) {
		const { context, response } = webhookContext(setup, request);
		const logged = (level: 'info' | 'warn' | 'error') => {
			const lines: string[] = [];
			const spy = jest.spyOn(context.logger, level);
			spy.mockImplementation((...[line]) => void lines.push(line));
			return lines;
		};
		const [warnings, infos, errors] = [logged('warn'), logged('info'), logged('error')];
		const result = await new FormSubmissionsTrigger().webhook.call(context);
		// Never a run: what runs is what the list has.
		expect(result).toEqual({ noWebhookResponse: true });
		expect(response.isEnded).toBe(true);
		const { statusCode: status, body } = response;
		return { status, body, warnings, infos, errors };
	}
}

let nodes = 0;

/**
 * Why a trigger that has registered this secret refuses a request at this time (Unix milliseconds);
 * undefined if it takes it as genuine.
 */
export async function refusalOf(
	headers: Record<string, string | string[]>,
	rawBody: Buffer,
	{ secret, nowMs }: { secret: string; nowMs: number },
): Promise<string | undefined> {
	const world = new World();
	jest.setSystemTime(nowMs);
	const setup = world.trigger({}, { staticData: world.registered({ 1: secret }) });
	const { status, body } = await world.receive({ headers, rawBody }, setup);
	// 503: it can't tell.
	if (![401, 503].includes(status)) return undefined;
	const { error } = body as { error: string };
	return error.replace('Not accepted: ', '');
}

/** The secret that a trigger derives if nothing is stored; n8n is at the address of the contexts. */
export function derivedSecret(
	apiKey: string,
	{ nodeId = '', workflowId = 'workflow1', baseUrl = BASE_URL, revision = 1 },
	origin = 'https://n8n.example.org',
): string {
	const label = 'n8n-nodes-form-submissions webhook secret';
	const purpose = [label, baseUrl, workflowId, nodeId, String(revision), origin].join('\n');
	return createHmac('sha256', apiKey).update(purpose).digest('hex');
}

/** A delivery as Express passes it on: lower-case names, and the bytes next to the parsed body. */
function asReceived({ headers, body }: Pick<Delivery, 'headers' | 'body'>): ReceivedRequest {
	return { headers: Object.fromEntries(new Headers(headers)), rawBody: Buffer.from(body) };
}
