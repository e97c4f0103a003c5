import type { IDataObject } from 'n8n-workflow';

import { Play } from '../../histories/play';
import { NOON } from '../../histories/world/machine';
import { KEY, surroundings } from '../../histories/world/triggerFunctions';

let play: Play;

afterEach(() => play.stop());

const MINUTE_MS = 60_000;

const byId = (value: string) => ({ formId: { __rl: true, mode: 'id', value } });

/** A trigger that has run once. */
async function ran(parameters?: IDataObject): Promise<void> {
	play = await Play.published({ main: { parameters } });
	play.submit({ inSeconds: 5 });
	await play.minutes(2);
}

it('another base URL is no new start, even if cursors are refused there and n8n is stopped next', async () => {
	await ran();
	await play.n8n.restart(600);
	play.submit({ count: 1_500, everyMs: 100, inSeconds: -160 });
	play.network.pageMs = 10_000;
	await play.minute();
	play.network.pageMs = 50;
	const credential = { baseUrl: 'https://eu.forms.test', apiKey: KEY };
	const { credentialsHelper } = surroundings.additionalData;
	jest.spyOn(credentialsHelper, 'getDecrypted').mockResolvedValue(credential);
	play.service.refuseCursors();
	await play.minute();
	await play.n8n.restart(600);
	play.submit({ count: 3, inSeconds: -300 });
	await play.drain();

	expect(play.problems()).toEqual([]);
});

it('R16: nothing is missed that came since an expression gave another form, though n8n was stopped before it ran', async () => {
	const another = `={{ $now.toMillis() < ${NOON + 20 * MINUTE_MS} ? 'frm_a' : 'frm_b' }}`;
	await ran(byId(another));
	await play.minutes(21);
	const ids = play.submit({ count: 2, formId: 'frm_b', inSeconds: -1 });
	await play.n8n.restart(600);
	ids.push(...play.submit({ count: 2, formId: 'frm_b', inSeconds: -1 }));
	await play.minutes(3);

	expect(ids.map((id) => play.main.ledger.timesOf(id))).toEqual(ids.map(() => 1));
});

it.each<[string, IDataObject]>([
	['form', byId('frm_b')],
	['status', { filters: { status: ['spam', 'new'] } }],
	['test filter', { filters: { includeTest: true } }],
])('another %s is a new start: only what comes from then on runs', async (_what, parameters) => {
	await ran();
	for (const formId of ['frm_a', 'frm_b']) play.submit({ count: 20, everyMs: 10, formId });
	await play.pass(MINUTE_MS / 2);
	await play.set({ parameters });
	const ids = ['frm_a', 'frm_b'].flatMap((formId) => play.submit({ inSeconds: 1, formId }));
	await play.minutes(2);

	expect(play.returned).toEqual(parameters.formId ? ids.slice(1) : ids.slice(0, 1));
});

it('the same statuses in another order are no new start', async () => {
	await ran({ filters: { status: ['spam', 'new'] } });
	const ids = play.submit({ inSeconds: 10, isDelivered: false });
	await play.pass(MINUTE_MS / 2);
	await play.set({ parameters: { filters: { status: ['new', 'spam'] } } });
	await play.minutes(2);

	expect(play.returned).toEqual(ids);
});

it('a new start is at Start From if that is set', async () => {
	await ran();
	const startFrom = new Date(play.nowMs).toISOString();
	const ids = play.submit({ count: 2, everyMs: 10, inSeconds: 1 });
	await play.pass(MINUTE_MS / 2);
	await play.set({ parameters: { options: { startFrom }, filters: { includeTest: true } } });
	await play.minutes(2);

	expect(play.returned).toEqual(ids);
});

it('Look Back, or Field Value, is none: only what matches runs, and nothing is missed', async () => {
	await ran();
	play.submit({ inSeconds: 10, isDelivered: false });
	const grace = play.submit({ inSeconds: 11, data: { name: 'Grace' }, isDelivered: false });
	await play.pass(MINUTE_MS / 2);
	const match = [{ fieldName: 'name', fieldValue: 'grace' }];
	await play.set({ parameters: { filters: { fieldMatch: { match } }, options: { lookBack: 7 } } });
	await play.minutes(2);
	expect(play.returned).toEqual(grace);

	const ids = play.submit({ inSeconds: 1 });
	await play.set({ parameters: {} });
	await play.minutes(2);
	expect(play.returned).toEqual(ids);
});
