import { Play, type PlayOptions } from '../../../histories/play';
import { surroundings } from '../../../histories/world/pollFunctions';

let play: Play;

afterEach(() => play.stop());

/** A trigger with a position; three submissions have come in since, and a poll is due. */
async function withThree(mode: PlayOptions['mode'] = 'default'): Promise<string[]> {
	play = await Play.published({ mode });
	await play.poll();
	const added = play.submit({ count: 3, everyMs: 10, inSeconds: 1 });
	await play.n8n.passUntil(play.nowMs + 60_000);
	return added;
}

function beginPoll(inSeconds = 0): void {
	play.n8n.begin(inSeconds, async () => await play.n8n.tick(play.main));
}

/** How many rows each of the last two polls returned, in the order in which they began. */
const rows = () => play.main.polls.slice(-2).map((poll) => poll.rows);

describe('polls that overlap', () => {
	it('return everything once: the second returns nothing while the first is running', async () => {
		await withThree();

		beginPoll();
		beginPoll();
		await play.n8n.settle();

		expect(rows()).toEqual([3, 0]);
		expect(await play.poll()).toEqual([]);
		expect(play.problems()).toEqual([]);
	});

	it("return nothing while n8n's durable scheduler may still be storing the previous one's items", async () => {
		const added = await withThree('durable');
		play.n8n.failsToCommit = true;

		beginPoll();
		beginPoll(2);
		await play.n8n.settle();

		expect(rows()).toEqual([3, 0]);
		expect(await play.poll({ afterMinutes: 2 })).toEqual(added);
	});
});

it('a poll that reads a slow credential while its trigger is published for another form leaves that start alone', async () => {
	play = await Play.published();
	await play.poll();
	const { credentialsHelper } = surroundings.additionalData;
	const { getDecrypted } = credentialsHelper;
	jest.spyOn(credentialsHelper, 'getDecrypted').mockImplementationOnce(async (...asked) => {
		await play.machine.sleep(5_000);
		return await getDecrypted.apply(credentialsHelper, asked);
	});
	beginPoll();
	await play.n8n.passUntil(play.nowMs + 1_000);
	await play.set({ formId: 'frm_b' });
	const added = play.submit({ formId: 'frm_b', count: 3, everyMs: 10, inSeconds: 1 });

	expect(await play.poll()).toEqual(added);
});

describe('a poll that takes five minutes', () => {
	it.each([
		[299, 'keeps others waiting', [3, 0]],
		[301, 'lets the next one read everything, and then returns nothing itself', [0, 3]],
	])('(%i seconds) %s', async (seconds, _what, expected) => {
		await withThree();
		play.network.next = {
			requests: 1,
			happens: () => {
				play.machine.suspend(seconds * 1_000);
				beginPoll();
			},
		};

		beginPoll();
		await play.n8n.settle();

		expect(rows()).toEqual(expected);
		expect(await play.poll()).toEqual([]);
		expect(play.problems()).toEqual([]);
	});
});

it("returns what is new even if n8n's durable scheduler allows as much time as n8n's own poll has", async () => {
	play = new Play({ mode: 'durable' });
	play.n8n.budgetMs = 300_000;
	await play.publish(play.main);
	play.submit({ count: 3, everyMs: 60_000, inSeconds: 5 });

	await play.pollFor(6);

	expect(play.problems()).toEqual([]);
	expect(play.main.polls.reduce((sum, { rows }) => sum + rows, 0)).toBe(3);
});
