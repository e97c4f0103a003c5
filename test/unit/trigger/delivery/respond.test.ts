import { skipTime, stopFakeClock } from '../../../support/fakeClock';
import { API_KEY, SECRET, World } from '../../../support/webhookTrigger';

const FIVE_MINUTES = 5 * 60_000;

let world: World;

beforeEach(() => (world = new World()));

afterEach(stopFakeClock);

describe('a delivery that is refused', () => {
	it('leaves neither its content nor a secret in the log or the response', async () => {
		const request = world.delivery(world.submission({ note: 'private words' }), {
			secret: 'guessed',
		});
		const received = await world.receive(request);

		const said = JSON.stringify([received.warnings, received.body]);
		for (const word of [SECRET, API_KEY, 'guessed', 'private words', 'sha256=']) {
			expect(said).not.toContain(word);
		}
	});

	it('is logged with workflow, node, and what to do', async () => {
		const setup = world.trigger({}, { nodeName: 'On new lead', workflowId: 'wf-17' });

		const { warnings } = await world.receive(
			world.delivery(undefined, { secret: 'another' }),
			setup,
		);

		const [message] = warnings;
		expect(message).toMatch(/node "On new lead" in workflow "Test" \(wf-17\)/);
		expect(message).toMatch(
			/signature does not match\. If the service sent it, .*'Register Again'/,
		);
	});

	it('because of its time is logged with the local time, to compare', async () => {
		const late = world.delivery(undefined, { timestamp: Date.now() - FIVE_MINUTES - 1 });

		const { warnings } = await world.receive(late);

		expect(warnings[0]).toMatch(
			/refused at 2026-01-31T09:00:00\.000Z: .*compare this machine's clock with the actual time\./,
		);
	});
});

describe('requests from anyone, however many,', () => {
	const lines = async (setup = world.trigger(), secret: string | null = 'guessed') => {
		const { warnings, errors } = await world.receive(world.delivery(undefined, { secret }), setup);
		return [...warnings, ...errors];
	};

	it('are logged once a minute for each trigger, with how many were not', async () => {
		const other = world.trigger({}, { nodeId: `${world.nodeId} too` });
		const logged: string[] = [];
		for (let second = 0; second < 130; second++) {
			logged.push(...(await lines(undefined, second % 2 ? 'guessed' : null)));
			skipTime(1_000);
		}

		expect(logged).toHaveLength(3);
		expect(logged[0]).not.toContain('Not logged');
		expect(logged[2]).toMatch(/ Not logged since the last such line: 59\.$/);
		expect(await lines(other)).toHaveLength(1);
	});

	it('do not keep from being logged that deliveries cannot be verified', async () => {
		await lines();
		const unreadable = world.trigger({ formId: { __rl: true, mode: 'id', value: '={{ 1 + }}' } });

		expect((await world.receive(world.delivery(), unreadable)).errors).toHaveLength(1);
	});

	it('do not keep a genuine delivery of something else from being logged', async () => {
		await lines();

		expect((await world.receive(world.signed({ event: 'ping' }))).infos).toHaveLength(1);
	});
});
