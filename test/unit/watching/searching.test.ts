import { Play } from '../../histories/play';

let play: Play;

afterEach(() => play.stop());

it('3,000 come within half an hour though n8n was killed, cursors live half a minute, and pages take five seconds', async () => {
	play = await Play.published({ main: { listens: true } });
	await play.pollFor(2);
	play.submit({ count: 3_000, everyMs: 200 });
	play.network.pageMs = 5_000;
	play.service.change({ cursorLifeMs: 30_000 });
	await play.n8n.restart(600);
	await play.pollFor(2);
	await play.n8n.restart(60);
	await play.pollFor(30);

	expect(play.main.ledger.missingInTime(play.nowMs)).toEqual([]);
	expect(play.problems()).toEqual([]);
});

it('a search on its way to its place shows no error', async () => {
	play = await Play.published({ main: { listens: true } });
	await play.pollFor(2);
	play.submit({ count: 3_000, everyMs: 200 });
	play.network.pageMs = 5_000;
	await play.n8n.restart(600);
	await play.pollFor(2);
	play.service.refuseCursors();
	await play.pollFor(30);

	expect(play.main.failures).toEqual([]);
	expect(play.problems()).toEqual([]);
});
