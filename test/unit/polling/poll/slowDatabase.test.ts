import { Play } from '../../../histories/play';

let play: Play;

beforeEach(() => {
	play = new Play();
});

afterEach(() => play.stop());

const ONE_EACH_TEN_SECONDS = { count: 60, everyMs: 9_700 };

it.each([
	{ beside: 'one that listens', listens: true, together: true },
	{ beside: 'one that listens and was published later', listens: true, together: false },
	{ beside: 'one that polls', listens: false, together: true },
	{ beside: 'one that polls and was published later', listens: false, together: false },
])(
	"what a poll returned comes once beside $beside, though n8n's database takes nine seconds to save",
	async ({ listens, together }) => {
		const sibling = play.addSibling({ listens });
		if (together) await play.publish(play.main, sibling);
		else for (const one of [play.main, sibling]) await play.publish(one);
		play.n8n.saveMs = 9_000;
		for (const formId of ['frm_a', 'frm_b']) play.submit({ formId, ...ONE_EACH_TEN_SECONDS });

		await play.pollFor(12);

		expect(play.problems()).toEqual([]);
	},
);

it("what the polls of a single trigger returned comes once though n8n's database takes 50 seconds to save", async () => {
	await play.publish(play.main);
	play.n8n.saveMs = 50_000;
	play.submit(ONE_EACH_TEN_SECONDS);

	await play.pollFor(12);

	expect(play.problems()).toEqual([]);
});
