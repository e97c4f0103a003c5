import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { sign } from '../../emulator';
import { webhookContext, type NodeSetup } from '../../support/n8n';
import { Publishing } from '../../support/publishing';

const PRODUCTION_URL =
	'https://n8n.example.org/webhook/c0ffee00-0000-4000-8000-000000000002/webhook';
const TEST_URL = PRODUCTION_URL.replace('/webhook/', '/webhook-test/');

let world: Publishing;

beforeEach(() => (world = new Publishing()));

/** n8n begins each time with empty static data. */
async function listen(setup = world.trigger()): Promise<NodeSetup> {
	await world.publish(setup, 'manual');
	return setup;
}

async function stop(setup: NodeSetup): Promise<void> {
	await world.unpublish({ ...setup, isTestUrl: true });
}

/** Delivers a submission; returns whether it ran the workflow. */
async function deliver(setup: NodeSetup, secret = world.derived()): Promise<boolean> {
	const body = '{"event":"submission.created","submission":{"id":"sub_1"}}';
	const timestamp = String(Date.now());
	const headers = { 'x-a-timestamp': timestamp, 'x-a-signature': sign(secret, timestamp, body) };
	const request = { headers, rawBody: Buffer.from(body) };
	const { context, response } = webhookContext(setup, request, 'manual');
	const { workflowData } = await new FormSubmissionsTrigger().webhook.call(context);
	response.end();
	return workflowData !== undefined;
}

describe('listening for a test event', () => {
	it('five times registers one test destination, and receives each time', async () => {
		for (let time = 0; time < 5; time++) {
			const setup = await listen();
			expect(await deliver(setup)).toBe(true);
			await stop(setup);
		}

		expect(world.emulator.destinations().map(({ url }) => url)).toEqual([TEST_URL]);
	});

	it('is separate from production, and production from it', async () => {
		await deliver(await listen());
		await world.publish(world.trigger());
		await listen();

		expect(world.emulator.destinations().map(({ url }) => url)).toEqual([TEST_URL, PRODUCTION_URL]);
	});

	it('goes on with the secret of the test destination if the API key has changed', async () => {
		const first = await listen();
		const secret = world.derived();
		await deliver(first);
		await stop(first);
		world.apiKey = world.emulator.addKey();

		const setup = await listen();

		expect(world.emulator.destinations()).toHaveLength(1);
		expect(await deliver(setup, secret)).toBe(true);
	});

	it('receives what another process has registered', async () => {
		const setup = await listen();
		forgetAll();

		expect(await deliver(setup)).toBe(true);
		expect(await deliver(setup, 'f'.repeat(64))).toBe(false);
	});

	it('receives the same submission each time', async () => {
		for (let time = 0; time < 2; time++) {
			const setup = await listen();
			expect(await deliver(setup)).toBe(true);
			await stop(setup);
		}
	});

	it('registers again if the last one heard nothing: its destination may have been deleted', async () => {
		await stop(await listen());
		await stop(await listen());

		expect(world.secrets()).toEqual([world.derived(), world.derived()]);
	});
});
