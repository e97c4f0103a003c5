import { Play } from '../../../serviceModel/steps/play';

let play: Play;

afterEach(() => play.stop());

/** Publishes the trigger, and again while n8n's own poll is still running. */
async function publishTwice({ againInSeconds = 2 } = {}): Promise<void> {
	const { n8n, main } = play;
	if (!n8n.watchers.includes(main)) n8n.watchers.push(main);
	await n8n.tick([
		{ watcher: main, inSeconds: 0, publishes: true },
		{ watcher: main, inSeconds: againInSeconds, publishes: true },
	]);
}

describe('a workflow that is published again while n8n polls to publish it', () => {
	it('returns a backlog since Start From once', async () => {
		play = new Play({ main: { startFromMs: Date.UTC(2026, 2, 10) } });
		play.submit({ count: 250, everyMs: 1_000, inSeconds: -600 });
		play.network.latencyMs = 2_000;

		await publishTwice();
		play.submit({ count: 3, inSeconds: 5 });
		await play.pollTimes(5);

		expect(play.problems()).toEqual([]);
		expect(play.main.polls.slice(0, 2).map(({ rows }) => rows)).toEqual([250, 0]);
	});

	it('returns a submission that arrives right after the second time', async () => {
		play = new Play();
		play.submit({ count: 20, everyMs: 1_000, inSeconds: -60 });
		play.network.latencyMs = 4_000;
		const [right] = play.submit({ inSeconds: 8.5 });

		await publishTwice({ againInSeconds: 5 });
		await play.pollTimes(3);

		expect(play.problems()).toEqual([]);
		expect(play.main.ledger.timesOf(right ?? '')).toBe(1);
	});
});
