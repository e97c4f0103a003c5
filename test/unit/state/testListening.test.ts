import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { sign } from '../../emulator';
import { webhookContext, type NodeSetup } from '../../support/n8n';
import { publish, Publishing, unpublish } from '../../support/publishing';

const PRODUCTION_URL =
	'https://n8n.example.org/webhook/c0ffee00-0000-4000-8000-000000000002/webhook';
const TEST_URL = PRODUCTION_URL.replace('/webhook/', '/webhook-test/');

let world: Publishing;

beforeEach(() => (world = new Publishing()));

afterEach(() => world.stop());

const storedWhileListening = (setup: NodeSetup) => world.inStaticData(setup)?.registrations ?? [];

describe('listening for a test event', () => {
	it('five times registers one test destination, and the secret is there each time', async () => {
		for (let listening = 0; listening < 5; listening++) {
			const setup = world.trigger();
			await publish(setup, 'manual');
			await unpublish({ ...setup, isTestUrl: true });

			expect(storedWhileListening(setup)).toMatchObject([
				{ url: TEST_URL, secret: world.derived() },
			]);
		}
		expect(world.emulator.destinations().map(({ url }) => url)).toEqual([TEST_URL]);
	});

	it('is separate from production, and production from it', async () => {
		await publish(world.trigger(), 'manual');
		await publish(world.trigger());
		await publish(world.trigger(), 'manual');

		expect(world.emulator.destinations().map(({ url }) => url)).toEqual([TEST_URL, PRODUCTION_URL]);
	});

	it('is remembered for each trigger on its own', async () => {
		await publish(world.trigger(), 'manual');
		await publish(world.trigger({}, { nodeId: `${world.nodeId} too` }), 'manual');
		await publish(world.trigger(), 'manual');

		expect(world.emulator.destinations()).toHaveLength(2);
	});

	describe('that ends', () => {
		const LISTENING = 'manual';
		let nowMs = Date.UTC(2026, 0, 31, 9);

		beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => nowMs));

		async function listen(seconds: number, setup = world.trigger()): Promise<void> {
			await publish(setup, LISTENING);
			nowMs += seconds * 1_000;
			await unpublish({ ...setup, isTestUrl: true });
		}

		it('by its time-out without a delivery registers again: the destination may be gone', async () => {
			await listen(120);
			await listen(10);

			const secrets = world.secrets();
			expect(secrets).toEqual([world.derived(), world.derived()]);
		});

		it.each([1, 60, 109])('after %i seconds, cancelled, does not', async (seconds) => {
			await listen(seconds);
			await listen(seconds);

			expect(world.emulator.destinations()).toHaveLength(1);
		});

		it('by its time-out forgets the form that was listened to, and no other', async () => {
			const other = world.emulator.addForm().id;
			const onOther = () => world.trigger({ formId: { __rl: true, mode: 'id', value: other } });
			await listen(10, onOther());
			await listen(120);

			await listen(10, onOther());
			await listen(10);

			const forms = world.emulator.destinations().map((destination) => destination.formId);
			expect(forms).toEqual([other, world.formId, world.formId]);
		});

		/** Delivers a body; returns whether it ran the workflow. */
		async function deliver(setup: NodeSetup, body: string, secret = world.derived()) {
			const timestamp = String(nowMs);
			const rawBody = Buffer.from(body);
			const signature = sign(secret, timestamp, body);
			const headers = { 'x-a-timestamp': timestamp, 'x-a-signature': signature };
			const { context, response } = webhookContext(setup, { headers, rawBody }, LISTENING);
			const { workflowData } = await new FormSubmissionsTrigger().webhook.call(context);
			response.end();
			return workflowData !== undefined;
		}

		it('does not make the same submission look repeated in the next one', async () => {
			const setup = world.trigger();
			const body = '{"event":"submission.created","submission":{"id":"sub_1"}}';
			await publish(setup, LISTENING);
			expect(await deliver(setup, body)).toBe(true);
			expect(await deliver(setup, body)).toBe(false);
			nowMs += 5_000;
			await unpublish({ ...setup, isTestUrl: true });

			await publish(setup, LISTENING);

			expect(await deliver(setup, body)).toBe(true);
		});

		it.each([
			['with a genuine delivery', true, 1],
			['with a forged one', false, 2],
		])('by its time-out %s', async (_which, isGenuine, destinations) => {
			const setup = world.trigger();
			await publish(setup, LISTENING);
			const secret = isGenuine ? world.derived() : 'f'.repeat(64);
			await deliver(setup, '{"event":"ping"}', secret);
			nowMs += 120_000;
			await unpublish({ ...setup, isTestUrl: true });

			await publish(world.trigger(), LISTENING);

			expect(world.emulator.destinations()).toHaveLength(destinations);
		});

		it('logs nothing about a destination that is reused', async () => {
			const setup = world.trigger();
			await publish(setup, LISTENING);

			expect(await unpublish({ ...setup, isTestUrl: true })).toEqual([]);
		});

		it('is not ended by the workflow being unpublished meanwhile', async () => {
			const production = world.trigger();
			await publish(production);
			await publish(world.trigger(), LISTENING);
			nowMs += 120_000;
			await unpublish(production);

			await listen(10);

			expect(world.emulator.destinations()).toHaveLength(2);
		});
	});

	it('that fails is not remembered: the next one registers', async () => {
		world.emulator.failNext({ status: 500 });
		await expect(publish(world.trigger(), 'manual')).rejects.toThrow();
		const setup = world.trigger();

		await publish(setup, 'manual');

		expect(world.emulator.destinations()).toHaveLength(1);
		expect(storedWhileListening(setup)).toHaveLength(1);
	});
});
