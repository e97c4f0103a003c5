import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { deriveSecret } from '../../../nodes/FormSubmissions/api/connection';
import { forgetStates } from '../../../nodes/FormSubmissions/state/nodeStates';
import { secretPurpose } from '../../../nodes/FormSubmissions/webhook/secrets';
import { createEmulator, READ_SCOPES, sign, WRITE_SCOPE, type Emulator } from '../../../emulator';
import { hookContext, webhookContext, type NodeSetup } from '../../support/n8n';
import { BASE_URL, connectNetwork, disconnectNetwork } from '../../support/network';

const PRODUCTION_URL =
	'https://n8n.example.org/webhook/c0ffee00-0000-4000-8000-000000000002/webhook';
const TEST_URL = PRODUCTION_URL.replace('/webhook/', '/webhook-test/');

const { checkExists, create, delete: remove } = new FormSubmissionsTrigger().webhookMethods.default;

let emulator: Emulator;
let apiKey: string;
let formId: string;
let nodeId = 'node0';
let nodes = 0;

beforeEach(() => {
	emulator = createEmulator();
	apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	formId = emulator.addForm({ name: 'Contact' }).id;
	nodeId = `node${++nodes}`;
	connectNetwork(emulator);
});

afterEach(() => {
	jest.restoreAllMocks();
	disconnectNetwork();
	emulator.assertNoUnusedFaults();
});

/** The node as the user set it up; `staticData` is what n8n stores for its workflow. */
function trigger(parameters: IDataObject = {}, changes: Partial<NodeSetup> = {}): NodeSetup {
	return {
		kind: 'formSubmissionsTrigger',
		parameters: { formId: { __rl: true, mode: 'list', value: formId }, ...parameters },
		credential: { apiKey },
		nodeId,
		staticData: {},
		...changes,
	};
}

type Mode = 'trigger' | 'manual';

/** Publishing: n8n checks whether the destination exists, and has it created if not. */
async function publish(setup: NodeSetup, mode: Mode = 'trigger'): Promise<void> {
	if (await checkExists.call(hookContext(setup, mode))) return;
	await create.call(hookContext(setup, mode));
}

/** Returns what was logged. */
async function unpublish(setup: NodeSetup): Promise<string[]> {
	const context = hookContext(setup, 'internal', 'update');
	const info = jest.spyOn(context.logger, 'info').mockReturnValue(undefined);
	info.mockClear();
	expect(await remove.call(context)).toBe(true);
	return info.mock.calls.map(([message]) => message);
}

/** What n8n reads from its database next time. */
function reloaded(staticData: IDataObject | undefined): IDataObject {
	return JSON.parse(JSON.stringify(staticData ?? {})) as IDataObject;
}

const inStaticData = ({ staticData = {} }: NodeSetup) =>
	((staticData.global ?? {}) as Record<string, IDataObject>)[nodeId];

type Stored = { registrations?: IDataObject[] } | undefined;

const stored = (setup: NodeSetup) => (inStaticData(setup)?.value as Stored)?.registrations ?? [];

const storedWhileListening = (setup: NodeSetup) =>
	(inStaticData(setup) as Stored)?.registrations ?? [];

const derived = (revision = 1) =>
	deriveSecret(apiKey, secretPurpose(hookContext(trigger()), { baseUrl: BASE_URL, revision }));

describe('publishing', () => {
	it("creates one destination with the trigger's URL and secret, and remembers it", async () => {
		const setup = trigger();

		await publish(setup);

		const [destination] = emulator.destinations();
		expect(emulator.destinations()).toHaveLength(1);
		expect(destination).toEqual({
			id: expect.any(String),
			formId,
			url: PRODUCTION_URL,
			secret: derived(),
		});
		expect(stored(setup)).toEqual([
			{
				formId,
				url: PRODUCTION_URL,
				baseUrl: BASE_URL,
				revision: 1,
				secret: derived(),
				destinationId: destination?.id,
			},
		]);
	});

	it.each<[string, Partial<NodeSetup>]>([
		['after a restart of n8n', {}],
		['after the node was renamed, too', { nodeName: 'Another name' }],
	])('%s, with other options, leaves one destination', async (_when, changes) => {
		const first = trigger();
		await publish(first);
		await unpublish(first);
		forgetStates();
		const others = { simplify: false, options: { skipRepeated: false } };
		const again = trigger(others, { ...changes, staticData: reloaded(first.staticData) });

		await publish(again);
		await unpublish(again);
		await publish(again);

		expect(emulator.destinations()).toHaveLength(1);
		expect(stored(again)).toHaveLength(1);
	});

	it('for another form creates one more, and then none for the first one again', async () => {
		const other = emulator.addForm({ name: 'Other' }).id;
		const { staticData } = trigger();
		const onOther = { formId: { __rl: true, mode: 'id', value: ` ${other} ` } };
		await publish(trigger({}, { staticData }));

		await publish(trigger(onOther, { staticData }));
		expect(emulator.destinations().map((one) => one.formId)).toEqual([formId, other]);

		await publish(trigger({}, { staticData }));
		await publish(trigger(onOther, { staticData }));
		expect(emulator.destinations()).toHaveLength(2);
	});

	it('with a higher revision creates exactly one more, with another secret', async () => {
		const { staticData } = trigger();
		await publish(trigger({}, { staticData }));
		const revised = trigger({ options: { revision: 2 } }, { staticData });

		await publish(revised);
		await publish(revised);

		const secrets = emulator.destinations().map(({ secret }) => secret);
		expect(secrets).toEqual([derived(1), derived(2)]);
	});

	it('at another address of n8n creates one more there', async () => {
		const { staticData } = trigger();
		await publish(trigger({}, { staticData }));

		await publish(trigger({}, { staticData, webhookBaseUrl: 'https://new.example.org' }));

		const urls = emulator.destinations().map(({ url }) => new URL(url).host);
		expect(urls).toEqual(['n8n.example.org', 'new.example.org']);
	});

	it('after n8n has lost what was stored creates at most one more, with the same secret', async () => {
		await publish(trigger());
		forgetStates();

		const lost = trigger();
		await publish(lost);
		await publish(lost);

		const secrets = emulator.destinations().map(({ secret }) => secret);
		expect(secrets).toEqual([derived(), derived()]);
	});

	it('with a new API key keeps the secret in use, so that every delivery still verifies', async () => {
		const { staticData } = trigger();
		await publish(trigger({}, { staticData }));
		const before = derived();
		const other = emulator.addForm().id;
		apiKey = emulator.addKey({ scopes: [WRITE_SCOPE] });

		await publish(trigger({ formId: { __rl: true, mode: 'id', value: other } }, { staticData }));

		expect(emulator.destinations().map(({ secret }) => secret)).toEqual([before, before]);
	});

	it('at another service registers there with another secret, and then at the first one again', async () => {
		const first = trigger();
		await publish(first);
		disconnectNetwork();
		const elsewhere = createEmulator();
		const otherUrl = 'https://api.others.test';
		const otherKey = elsewhere.addKey({ scopes: [WRITE_SCOPE] });
		elsewhere.addForm({ id: formId });
		connectNetwork(elsewhere, otherUrl);

		const credential = { apiKey: otherKey, baseUrl: otherUrl };
		await publish(trigger({}, { staticData: first.staticData, credential }));

		const [destination] = elsewhere.destinations();
		expect(destination?.secret).toMatch(/^[0-9a-f]{64}$/);
		expect(destination?.secret).not.toBe(derived());
		expect(await checkExists.call(hookContext(first))).toBe(true);
		expect(stored(first).map(({ baseUrl }) => baseUrl)).toEqual([BASE_URL, otherUrl]);
	});

	it.each([
		['2', 2],
		['', 1],
	])(
		'three times with the revision %p creates one destination, of revision %p',
		async (value, revision) => {
			const { staticData } = trigger();
			for (let time = 0; time < 3; time++) {
				await publish(trigger({ options: { revision: value } as IDataObject }, { staticData }));
			}

			expect(emulator.destinations().map(({ secret }) => secret)).toEqual([derived(revision)]);
		},
	);

	it.each(['second', 0])(
		'with the revision %p is rejected with a message that names the option',
		async (value) => {
			const setup = trigger({ options: { revision: value } as IDataObject });

			await expect(publish(setup)).rejects.toThrow(
				/^The option 'Register Again' .* Enter a whole number of 1/,
			);
			await expect(unpublish(setup)).resolves.toEqual([]);
			expect(emulator.requests).toHaveLength(0);
		},
	);

	it("works even if the service's response cannot be read", async () => {
		const setup = trigger();
		emulator.failNext({ status: 204, body: '' });

		await publish(setup);

		expect(stored(setup)).toMatchObject([{ secret: derived() }]);
		expect(await checkExists.call(hookContext(setup))).toBe(true);
	});

	it('rejects a setting with which no delivery could be read', async () => {
		const setup = trigger({ simplify: 'perhaps' });

		await expect(checkExists.call(hookContext(setup))).rejects.toThrow(/^'Simplify' is "perhaps"/);
		expect(emulator.destinations()).toEqual([]);
	});

	it('requires a form', async () => {
		const setup = trigger({ formId: { __rl: true, mode: 'list', value: '' } });

		await expect(publish(setup)).rejects.toThrow(/No form is chosen\. Choose/);
		expect(emulator.requests).toHaveLength(0);
	});
});

describe('a publication that fails', () => {
	type Failure = [string, Parameters<Emulator['failNext']>[0], RegExp];

	it.each<Failure>([
		['401', { status: 401 }, /rejected the API key.*enter a valid key/],
		['402', { status: 402 }, /plan.*Change the plan/],
		['403', { status: 403 }, /write permission.*'Registration' to Manual.*Polling Trigger/],
		['404', { status: 404 }, /no such form.*Choose the form from the list again/],
		['422', { status: 422 }, /didn't accept the address.*WEBHOOK_URL.*Polling Trigger/],
		[
			'500',
			{ status: 500 },
			/\(status 500\).* is right, publish \(activate\) the workflow again later/,
		],
		['a time-out', 'hang', /may or may not have been created.*dashboard.*Publish \(activate\)/],
		[
			'a connection cut after it was accepted',
			'failAfterAccepting',
			/was lost.*may or may not have been created\..*look in the service's dashboard.*delete one of them\..*several webhook processes/,
		],
		[
			'a redirect',
			{ redirect: 'https://other.test/' },
			/redirected the request to another address.*not followed/,
		],
		['{ ok: false }', { body: '{"ok":false}' }, /couldn't create the destination/],
	])('with %s says why and what to do, and stores nothing', async (_what, fault, message) => {
		const setup = trigger();
		emulator.failNext(fault);

		await expect(publish(setup)).rejects.toThrow(message);

		expect(stored(setup)).toEqual([]);
		expect(setup.staticData?.global ?? {}).toEqual({});
		expect(emulator.requests).toHaveLength(1);
	});
});

describe('listening for a test event', () => {
	it('five times registers one test destination, and the secret is there each time', async () => {
		for (let listening = 0; listening < 5; listening++) {
			const setup = trigger();
			await publish(setup, 'manual');
			await unpublish({ ...setup, isTestUrl: true });

			expect(storedWhileListening(setup)).toMatchObject([{ url: TEST_URL, secret: derived() }]);
		}
		expect(emulator.destinations().map(({ url }) => url)).toEqual([TEST_URL]);
	});

	it('is separate from production, and production from it', async () => {
		await publish(trigger(), 'manual');
		await publish(trigger());
		await publish(trigger(), 'manual');

		expect(emulator.destinations().map(({ url }) => url)).toEqual([TEST_URL, PRODUCTION_URL]);
	});

	it('is remembered for each trigger on its own', async () => {
		await publish(trigger(), 'manual');
		await publish(trigger({}, { nodeId: `${nodeId} too` }), 'manual');
		await publish(trigger(), 'manual');

		expect(emulator.destinations()).toHaveLength(2);
	});

	describe('that ends', () => {
		const LISTENING = 'manual';
		let nowMs = Date.UTC(2026, 0, 31, 9);

		beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => nowMs));

		async function listen(seconds: number, setup = trigger()): Promise<void> {
			await publish(setup, LISTENING);
			nowMs += seconds * 1_000;
			await unpublish({ ...setup, isTestUrl: true });
		}

		it('by its time-out without a delivery registers again: the destination may be gone', async () => {
			await listen(120);
			await listen(10);

			const secrets = emulator.destinations().map(({ secret }) => secret);
			expect(secrets).toEqual([derived(), derived()]);
		});

		it.each([1, 60, 109])('after %i seconds, cancelled, does not', async (seconds) => {
			await listen(seconds);
			await listen(seconds);

			expect(emulator.destinations()).toHaveLength(1);
		});

		it('by its time-out forgets the form that was listened to, and no other', async () => {
			const other = emulator.addForm().id;
			const onOther = () => trigger({ formId: { __rl: true, mode: 'id', value: other } });
			await listen(10, onOther());
			await listen(120);

			await listen(10, onOther());
			await listen(10);

			const forms = emulator.destinations().map((destination) => destination.formId);
			expect(forms).toEqual([other, formId, formId]);
		});

		it.each([
			['with a genuine delivery', true, 1],
			['with a forged one', false, 2],
		])('by its time-out %s', async (_which, isGenuine, destinations) => {
			const setup = trigger();
			await publish(setup, LISTENING);
			const secret = isGenuine ? derived() : 'f'.repeat(64);
			const timestamp = String(nowMs);
			const rawBody = Buffer.from('{"event":"ping"}');
			const signature = sign(secret, timestamp, rawBody.toString());
			const headers = { 'x-a-timestamp': timestamp, 'x-a-signature': signature };
			const { context } = webhookContext(setup, { headers, rawBody }, LISTENING);
			await new FormSubmissionsTrigger().webhook.call(context);
			nowMs += 120_000;
			await unpublish({ ...setup, isTestUrl: true });

			await publish(trigger(), LISTENING);

			expect(emulator.destinations()).toHaveLength(destinations);
		});

		it('logs nothing about a destination that is reused', async () => {
			const setup = trigger();
			await publish(setup, LISTENING);

			expect(await unpublish({ ...setup, isTestUrl: true })).toEqual([]);
		});

		it('is not ended by the workflow being unpublished meanwhile', async () => {
			const production = trigger();
			await publish(production);
			await publish(trigger(), LISTENING);
			nowMs += 120_000;
			await unpublish(production);

			await listen(10);

			expect(emulator.destinations()).toHaveLength(2);
		});
	});

	it('that fails is not remembered: the next one registers', async () => {
		emulator.failNext({ status: 500 });
		await expect(publish(trigger(), 'manual')).rejects.toThrow();
		const setup = trigger();

		await publish(setup, 'manual');

		expect(emulator.destinations()).toHaveLength(1);
		expect(storedWhileListening(setup)).toHaveLength(1);
	});
});

describe('unpublishing', () => {
	it('sends nothing to the service and keeps what is registered', async () => {
		const setup = trigger();
		await publish(setup);
		const before = JSON.stringify(setup.staticData);
		emulator.clearRequests();

		await unpublish(setup);

		expect(emulator.requests).toHaveLength(0);
		expect(JSON.stringify(setup.staticData)).toBe(before);
	});

	it('logs where the destination can be removed, without the secret', async () => {
		const setup = trigger();
		await publish(setup);

		const logged = await unpublish(setup);

		expect(logged).toEqual([
			expect.stringMatching(
				/service's dashboard.*\/webhook\/.*set the trigger's option 'Register Again' to 2/,
			),
		]);
		expect(logged.join()).not.toContain(derived());
	});

	it('logs nothing about a destination after every attempt to create it was refused', async () => {
		apiKey = emulator.addKey();
		const setup = trigger();
		await expect(publish(setup)).rejects.toThrow(/permission to create destinations/);

		expect(await unpublish(setup)).toEqual([]);
	});

	it('logs nothing about a destination where registration is manual', async () => {
		expect(await unpublish(trigger({ registration: 'manual' }))).toEqual([]);
	});
});

describe('manual registration', () => {
	const manual = (changes: Partial<NodeSetup> = {}) => trigger({ registration: 'manual' }, changes);

	it('with a webhook secret in the credential publishes without any request', async () => {
		const setup = manual({ credential: { apiKey, webhookSecret: 'of the dashboard' } });

		await publish(setup);

		expect(emulator.requests).toHaveLength(0);
		expect(setup.staticData?.global ?? {}).toEqual({});
	});

	it.each(['', undefined, '   ', ' \n\t', 5])(
		'with the webhook secret %p is refused',
		async (webhookSecret) => {
			const setup = manual({ credential: { apiKey, webhookSecret } });

			await expect(publish(setup)).rejects.toThrow(
				/no webhook secret.*Create a long random string, and enter it both in 'Webhook Secret'/,
			);
			expect(emulator.requests).toHaveLength(0);
		},
	);

	it('does not adopt an earlier automatic registration', async () => {
		const { staticData } = trigger();
		await publish(trigger({}, { staticData }));

		expect(await checkExists.call(hookContext(manual({ staticData })))).toBe(false);
	});

	it('needs no public address', async () => {
		const setup = manual({
			credential: { apiKey, webhookSecret: 's' },
			webhookBaseUrl: 'http://localhost:5678',
		});

		await expect(publish(setup)).resolves.toBeUndefined();
	});
});

describe('an n8n instance without a public address', () => {
	const at = (webhookBaseUrl: string) => publish(trigger({}, { webhookBaseUrl }));

	it('is told before the service is asked, with both ways out', async () => {
		await expect(at('http://localhost:5678')).rejects.toThrow(
			/can't reach this n8n instance at http:\/\/localhost:5678, .*Ask the person who installed n8n.*N8N_WEBHOOK_URL.*WEBHOOK_URL.*restart n8n.*Form Submissions Polling Trigger/,
		);
		expect(emulator.requests).toHaveLength(0);
	});

	it.each(['https://n8n.corp.internal', 'https://10.1.2.3', 'http://[::1]:5678', 'n8n', ''])(
		'is recognized by any such address: %p',
		async (webhookBaseUrl) => {
			await expect(at(webhookBaseUrl)).rejects.toThrow(/can't reach this n8n instance/);
		},
	);

	it.each(['http://forms.internal:4010', 'http://192.168.1.5', 'http://[::1]'])(
		'may use a service on the same network: %s',
		async (baseUrl) => {
			disconnectNetwork();
			emulator = createEmulator({ allowPrivateDestinations: true });
			apiKey = emulator.addKey({ scopes: [WRITE_SCOPE] });
			formId = emulator.addForm().id;
			connectNetwork(emulator, baseUrl);
			const credential = { apiKey, baseUrl };

			await publish(trigger({}, { webhookBaseUrl: 'http://localhost:5678', credential }));

			expect(emulator.destinations()).toHaveLength(1);
		},
	);
});
