import { sleep, UserError, type IDataObject, type WorkflowActivateMode } from 'n8n-workflow';

import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Fault } from '../../emulator';
import { NOON, runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { executeContext, hookContext, triggerContext, type NodeSetup } from '../../support/n8n';
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

const trigger = new FormSubmissionsTrigger();

type Scene = { context: object; run: () => Promise<unknown> };

/** n8n publishes, starts, or tests the trigger, which has stored a start if `staticData` has one. */
function triggerScene(activation: WorkflowActivateMode, setup: NodeSetup): Scene {
	const shown: unknown[] = [];
	const functions = {
		emit: () => {},
		saveFailedExecution: (error: unknown) => void shown.push(error),
	};
	const context = connectNetwork(triggerContext(setup, functions, activation), emulator);
	const run = async () => {
		if (activation === 'activate') {
			await trigger.webhookMethods.default.checkExists.call(hookContext(setup));
		}
		const { manualTriggerFunction, closeFunction } = await trigger.trigger.call(context);
		await manualTriggerFunction?.();
		// What n8n's start doesn't wait for.
		if (activation === 'init') await sleep(30_000);
		await closeFunction?.();
		if (shown.length > 0) throw shown[0];
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
	'the publication of a trigger': () => triggerScene('activate', node('formSubmissionsTrigger')),
	"n8n's start of a trigger": () => triggerScene('init', node('formSubmissionsTrigger')),
	'a test of a trigger': () => triggerScene('manual', node('formSubmissionsTrigger')),
};

const thrown: Array<[string, unknown]> = [
	['a plain error', new Error('the reason')],
	["n8n's UserError", new UserError('the reason')],
	['an error without a message', new Error('')],
	['undefined', undefined],
];

const IN_HAND = ['getNode', 'getMode', 'getActivationMode'];

/** What the node uses of what its context offers, but for what n8n has in its hand: the node, and what it does with it. */
async function helpersUsedIn({ context, run }: Scene): Promise<string[]> {
	const used = new Set<string>();
	const { helpers } = context as { helpers: object };
	for (const owner of [context, helpers]) {
		for (const name of namesIn(owner)) {
			const original: unknown = Reflect.get(owner, name);
			if (typeof original !== 'function' || IN_HAND.includes(name)) continue;
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
		expect(failed).toContain('getNodeParameter');
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

	/** A published trigger, when n8n starts it again. */
	async function failedReading(parameters: IDataObject = {}, fault: Fault = { status: 503 }) {
		const setup = node('formSubmissionsTrigger', { options: { register: false }, ...parameters });
		await runClock(triggerScene('activate', setup).run());
		forgetAll();
		emulator.failNext(fault, { times: Infinity });
		return await stored(triggerScene('init', setup).run());
	}

	it('tells node and form to the workflow that n8n runs then', async () => {
		const { context } = await failedReading();

		expect(context).toMatchObject({ node: 'Our leads', form: 'Contact' });
	});

	it('tells the form by its ID if it was entered so, and all forms by the name of that entry', async () => {
		const byId = { formId: { __rl: true, mode: 'id', value: form.id } };
		expect((await failedReading(byId)).context.form).toBe(form.id);
		emulator.clearFaults();
		const all = { __rl: true, mode: 'list', value: 'all', cachedResultName: 'All Forms' };
		expect((await failedReading({ formId: all })).context.form).toBe('All Forms');
	});

	const AFTERWARD = / There is nothing to retry: what came meanwhile runs by itself afterward\.$/;

	it('because of an outage ends with what becomes of what came meanwhile, and asks nobody to try again', async () => {
		const { message, description } = await failedReading();

		expect(message).toBe('The service is unavailable (status 503).');
		expect(description).toMatch(/^If it keeps happening/);
		expect(description).toMatch(AFTERWARD);
	});

	it('because of a strange response says so, too', async () => {
		const body = '{"ok":true}';

		const { message, description } = await failedReading({}, { status: 200, body });

		expect(message).toMatch(/doesn't contain a list/);
		expect(description).toMatch(AFTERWARD);
	});

	it('because of what a person has to correct says so last, after the words of the service', async () => {
		const body = '{"error":"Revoked"}';

		const { message, description } = await failedReading({}, { status: 401, body });

		expect(message).toBe('The service rejected the API key.');
		expect(description).toMatch(/The service says: "Revoked" There is/);
		expect(description).toMatch(AFTERWARD);
	});

	it('because of a form that is gone does not say so: another form is a new starting point', async () => {
		const { description } = await failedReading({}, { status: 404, body: '{"error":"Not found"}' });

		expect(description).not.toMatch(AFTERWARD);
	});

	it('because of an outage while it is published asks to try again', async () => {
		const when = ({ method }: { method: string }) => method === 'POST';
		emulator.failNext({ status: 503 }, { when });

		const { message } = await stored(
			scenes['the publication of a trigger']?.().run() ?? Promise.resolve(),
		);

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
		for (const name of ['the publication of a trigger', 'a test of a trigger']) {
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
