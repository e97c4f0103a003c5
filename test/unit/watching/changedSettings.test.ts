import { Play } from '../../histories/play';
import { NOON } from '../../histories/world/machine';
import { KEY, surroundings } from '../../histories/world/pollFunctions';

let play: Play;

afterEach(() => play.stop());

const MINUTE_MS = 60_000;

/** In the credential; nothing is published. */
function changeBaseUrl(baseUrl: string): void {
	jest
		.spyOn(surroundings.additionalData.credentialsHelper, 'getDecrypted')
		.mockResolvedValue({ baseUrl, apiKey: KEY });
}

/** Another form, from twenty minutes after the beginning on. */
const changesForm = {
	formId: {
		__rl: true,
		mode: 'id',
		value: `={{ $now.toMillis() < ${NOON + 20 * MINUTE_MS} ? 'frm_a' : 'frm_b' }}`,
	},
};

/** n8n is stopped after the form has changed, before anything has run. */
async function expectAllSinceChange(): Promise<void> {
	play.submit({ inSeconds: 5 });
	await play.pollFor(21);
	const ids = play.submit({ count: 2, formId: 'frm_b', inSeconds: -1 });
	await play.n8n.restart(600);
	ids.push(...play.submit({ count: 2, formId: 'frm_b', inSeconds: -1 }));
	await play.pollFor(3);

	expect(ids.map((id) => play.main.ledger.timesOf(id))).toEqual(ids.map(() => 1));
}

describe.each([
	['the polling trigger', false],
	['the webhook trigger', true],
])('%s', (_which, listens) => {
	it('goes on with another base URL, even if its cursors are refused there and n8n is stopped next', async () => {
		play = await Play.published({ main: { listens } });
		play.submit({ inSeconds: 5 });
		await play.poll();
		await play.n8n.restart(600);
		play.submit({ count: 1_500, everyMs: 100, inSeconds: -160 });
		play.network.pageMs = 10_000;
		await play.poll();
		play.network.pageMs = 50;
		changeBaseUrl('https://eu.forms.test');
		play.service.refuseCursors();
		await play.poll();
		await play.n8n.restart(600);
		play.submit({ count: 3, inSeconds: -300 });
		await play.drain();

		expect(play.problems()).toEqual([]);
	});

	it('I7: misses nothing that came since an expression gave another form, though n8n was stopped before it ran', async () => {
		play = await Play.published({ main: { listens, parameters: changesForm } });
		await expectAllSinceChange();
	});

	it('returns only what comes from then on, if it is published with another form', async () => {
		play = await Play.published({ main: { listens } });
		play.submit({ inSeconds: 5 });
		await play.pollFor(3);
		const [before] = play.submit({ formId: 'frm_b' });
		await play.pollFor(3);
		await play.set({ formId: 'frm_b' });
		const [since] = play.submit({ formId: 'frm_b' });
		await play.pollFor(3);

		expect([before, since].map((id) => play.main.ledger.timesOf(id ?? ''))).toEqual([0, 1]);
	});
});

it.each(['scheduled', 'durable'] as const)(
	'where n8n runs no poll of its own when it starts (%s), polls miss nothing that came since an expression gave another form',
	async (mode) => {
		play = await Play.published({ mode, main: { parameters: changesForm } });
		await expectAllSinceChange();
	},
);

it('an expression that gives another form while n8n is running: polls return only what comes from then on', async () => {
	play = await Play.published({ main: { parameters: changesForm } });
	play.submit({ inSeconds: 5 });
	await play.pollFor(10);
	const [before] = play.submit({ formId: 'frm_b' });
	await play.pollFor(12);
	const [since] = play.submit({ formId: 'frm_b' });
	await play.pollFor(3);

	expect([before, since].map((id) => play.main.ledger.timesOf(id ?? ''))).toEqual([0, 1]);
});
