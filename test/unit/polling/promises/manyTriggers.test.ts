import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

it('ten triggers on one key that start while the service swallows requests say so, and all go on when it is back', async () => {
	play = new Play();
	play.submit({ count: 20, everyMs: 30_000, inSeconds: -700 });
	for (let number = 2; number <= 10; number++) play.addOther(`trigger ${number}`);
	const triggers = [play.main, ...play.others];
	await play.publish(...triggers);
	const [first] = play.submit({ inSeconds: 1 });
	await play.poll();
	play.service.failNext('hang', { times: Infinity });
	await play.n8n.restart(30);
	const fresh = play.submit({ count: 20, everyMs: 60_000, inSeconds: 5 });
	const polled = triggers.map(({ polls }) => polls.length);

	await play.pollTimes(15);
	const errors = triggers.map(({ polls }, index) =>
		polls.slice(polled[index]).filter(({ error }) => error !== undefined),
	);
	play.service.clearFaults();
	await play.pollTimes(10);

	expect(triggers.map(({ ledger }) => ledger.timesOf(first ?? ''))).toEqual(Array(10).fill(1));
	for (const shown of errors) expect(shown).not.toEqual([]);
	for (const { error } of errors.flat()) expect(error).not.toMatch(/rate limit/i);
	for (const trigger of triggers) expect(play.longestWait(fresh, trigger)).toBeLessThanOrEqual(5);
	expect(play.problems()).toEqual([]);
});
