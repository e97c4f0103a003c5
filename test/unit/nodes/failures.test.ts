import {
	UserError,
	type IDataObject,
	type INodeExecutionData,
	type ITriggerFunctions,
} from 'n8n-workflow';

import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Fault } from '../../emulator';
import { NOON, runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import {
	executeContext,
	hookContext,
	pollContext,
	triggerContext,
	type NodeSetup,
} from '../../support/n8n';
import { connectNetwork } from '../../support/network';

beforeEach(() => {
	forgetAll();
	startFakeClock();
});

afterEach(stopFakeClock);

const emulator = createEmulator({ now: () => NOON });
const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
const form = emulator.addForm({ name: 'Contact' });
emulator.addSubmission({ formId: form.id, createdAt: NOON - 60_000 });

const credential = { apiKey };
const formId = { __rl: true, mode: 'list', value: form.id, cachedResultName: 'Contact' };

function node(kind: NodeSetup['kind'], parameters: IDataObject = {}): NodeSetup {
	const nodeName = 'Our leads';
	return { kind, parameters: { formId, ...parameters }, credential, nodeName, staticData: {} };
}

const webhook = new FormSubmissionsTrigger();
const { checkExists, create } = webhook.webhookMethods.default;

type Scene = { context: object; run: () => Promise<unknown> };

const hook = (work: typeof create): Scene => {
	const context = connectNetwork(hookContext(node('formSubmissionsTrigger')), emulator);
	return { context, run: async () => await work.call(context) };
};

function triggerScene(mode: 'manual' | 'trigger', parameters: IDataObject = {}): Scene {
	const saved: unknown[] = [];
	const handlers: Pick<ITriggerFunctions, 'emit' | 'saveFailedExecution'> = {
		emit: () => {},
		saveFailedExecution: (error) => void saved.push(error),
	};
	const setup = node('formSubmissionsTrigger', parameters);
	const context = connectNetwork(triggerContext(setup, handlers, mode), emulator);
	const run = async () => {
		const { manualTriggerFunction, closeFunction } = await webhook.trigger.call(context);
		await manualTriggerFunction?.();
		await closeFunction?.();
		if (saved.length > 0) throw saved[0];
	};
	return { context, run };
}

const scenes: Record<string, () => Scene> = {
	'an operation': () => {
		const parameters = { resource: 'submission', operation: 'getAll' };
		const setup = node('formSubmissions', parameters);
		const context = connectNetwork(executeContext(setup), emulator);
		return { context, run: async () => await new FormSubmissions().execute.call(context) };
	},
	'a poll': () => {
		const setup = node('formSubmissionsPollingTrigger');
		const context = connectNetwork(pollContext(setup), emulator);
		const poll = async (): Promise<INodeExecutionData[][] | null> =>
			await new FormSubmissionsPollingTrigger().poll.call(context);
		return { context, run: poll };
	},
	'a test of the polling trigger': () => {
		const setup = node('formSubmissionsPollingTrigger');
		const context = connectNetwork(pollContext(setup, 'manual', 'manual'), emulator);
		const poll = async () => await new FormSubmissionsPollingTrigger().poll.call(context);
		return { context, run: poll };
	},
	'checking a registration': () => hook(checkExists),
	'a registration': () => hook(create),
	'the start of a listener': () => triggerScene('trigger'),
	'a test of the webhook trigger': () => triggerScene('manual'),
};

const thrown: Array<[string, unknown]> = [
	['a plain error', new Error('the reason')],
	["n8n's UserError", new UserError('the reason')],
	['an error without a message', new Error('')],
	['undefined', undefined],
];

/** What the node uses of what its context offers, but for the node itself, which every error is about. */
async function helpersUsedIn({ context, run }: Scene): Promise<string[]> {
	const used = new Set<string>();
	const { helpers } = context as { helpers: object };
	for (const owner of [context, helpers]) {
		for (const name of namesIn(owner)) {
			const original: unknown = Reflect.get(owner, name);
			if (typeof original !== 'function' || name === 'getNode') continue;
			const spied = (...args: unknown[]): unknown => {
				used.add(name);
				return Reflect.apply(original, owner, args);
			};
			Object.defineProperty(owner, name, { value: spied });
		}
	}
	await runClock(run());
	return [...used];
}

function namesIn(object: object): string[] {
	const names = new Set<string>();
	for (let one = object; one !== Object.prototype; one = Object.getPrototypeOf(one) as object) {
		for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
			if (typeof value === 'function' && name !== 'constructor') names.add(name);
		}
	}
	return [...names];
}

describe.each(Object.entries(scenes))('whatever a helper throws, %s', (_what, make) => {
	it.each(thrown)('says why: %s', async (_kind, reason) => {
		const silent: string[] = [];
		const failed: string[] = [];
		const used = await helpersUsedIn(make());
		for (const name of used) {
			forgetAll();
			const { context, run } = make();
			const owner = name in context ? context : (context as { helpers: object }).helpers;
			const fail = () => {
				throw reason;
			};
			Object.defineProperty(owner, name, { value: fail });

			const error: unknown = await runClock(run()).then(
				() => undefined,
				(one: unknown) => [one],
			);

			if (error === undefined) continue;
			failed.push(name);
			const [stored] = JSON.parse(JSON.stringify(error)) as Array<{ message?: unknown } | null>;
			const message = stored?.message;
			const isSaid = typeof message === 'string' && /\w{3}/.test(message);
			if (!isSaid || /undefined|\[object/.test(message)) silent.push(`${name}: ${message}`);
		}

		expect(silent).toEqual([]);
		expect(failed).toEqual(expect.arrayContaining(['getCredentials', 'getNodeParameter']));
	});
});

describe("a trigger's failure", () => {
	afterEach(() => emulator.clearFaults());

	/** What n8n hands to the error workflow. */
	async function stored(work: Promise<unknown>) {
		const error = await runClock(work).then(
			() => undefined,
			(one: unknown) => one,
		);
		return JSON.parse(JSON.stringify(error)) as {
			message: string;
			description?: string;
			context: IDataObject;
		};
	}

	async function failedPoll(parameters: IDataObject = {}, fault: Fault = { status: 503 }) {
		const context = connectNetwork(
			pollContext(node('formSubmissionsPollingTrigger', parameters)),
			emulator,
		);
		const poll = async () => await new FormSubmissionsPollingTrigger().poll.call(context);
		await runClock(poll());
		emulator.failNext(fault, { times: Infinity });
		return await stored(poll());
	}

	it('tells node and form to the workflow that n8n runs then', async () => {
		const { context } = await failedPoll();

		expect(context).toMatchObject({ node: 'Our leads', form: 'Contact' });
	});

	it('tells the form by its ID if it was entered so, and none if none is chosen', async () => {
		const byId = { formId: { __rl: true, mode: 'id', value: form.id } };
		expect((await failedPoll(byId)).context.form).toBe(form.id);
		emulator.clearFaults();
		const every = { formId: { __rl: true, mode: 'list', value: '' } };
		expect((await failedPoll(every)).context.form).toBe('');
	});

	const AFTERWARD = / There is nothing to retry: what came meanwhile runs by itself afterward\.$/;

	it('because of an outage ends with what becomes of what came meanwhile, and asks nobody to try again', async () => {
		const { message, description } = await failedPoll();

		expect(message).toBe('The service is unavailable (status 503).');
		expect(description).toMatch(/^If it keeps happening/);
		expect(description).toMatch(AFTERWARD);
	});

	it('because of a strange response says so, too', async () => {
		const body = '{"ok":true}';

		const { message, description } = await failedPoll({}, { status: 200, body });

		expect(message).toMatch(/doesn't contain a list/);
		expect(description).toMatch(AFTERWARD);
	});

	it('because of what a person has to correct says so last, after the words of the service', async () => {
		const body = '{"error":"Revoked"}';

		const { message, description } = await failedPoll({}, { status: 401, body });

		expect(message).toBe('The service rejected the API key.');
		expect(description).toMatch(/The service says: "Revoked" There is/);
		expect(description).toMatch(AFTERWARD);
	});

	it('because of a form that is gone does not say so: another form is a new starting point', async () => {
		const { description } = await failedPoll({}, { status: 404, body: '{"error":"Not found"}' });

		expect(description).not.toMatch(AFTERWARD);
	});

	it('because of an outage while it is published asks to try again', async () => {
		emulator.failNext({ status: 503 }, { times: Infinity });

		const { message } = await stored(scenes['a registration']?.().run() ?? Promise.resolve());

		expect(message).toMatch(/Publish the workflow again/);
	});

	it.each([
		[
			'Credential with ID "1" does not exist for type "formSubmissionsApi".',
			/no longer exists\. Choose/,
		],
		[
			'Credentials could not be decrypted. The likely reason is …',
			/can't decrypt .* Open the credential/,
		],
	])('because of the credential says what to do: %s', async (said, text) => {
		for (const name of ['a poll', 'a registration', 'the start of a listener']) {
			forgetAll();
			const scene = scenes[name]?.();
			if (!scene) throw new Error(name);
			const getCredentials = jest.fn().mockRejectedValue(new UserError(said));
			Object.assign(scene.context, { getCredentials });

			const { message, description = '' } = await stored(scene.run());

			expect(`${message} ${description}`).toMatch(text);
		}
	});
});
