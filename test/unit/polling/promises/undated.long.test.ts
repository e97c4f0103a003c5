import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

const CASES = [1, 2, 3].flatMap((maxPageSize) =>
	(['missing', 'unreadable'] as const).map((createdAt) => ({ maxPageSize, createdAt })),
);

describe('submissions without a date in small pages, one of which breaks for a while,', () => {
	it.each(CASES)('are returned once, as are those around them (%j)', async (theCase) => {
		const { maxPageSize, createdAt } = theCase;
		play = new Play();
		play.submit({ count: 20, everyMs: 30_000, inSeconds: -700 });
		await play.publish(play.main);
		play.service.change({ maxPageSize });
		const undated: string[] = [];
		const dated: string[] = [];
		for (let minute = 0; minute < 30; minute++) {
			const inSeconds = 5 + minute * 60;
			dated.push(...play.submit({ count: 4, everyMs: 1_000, inSeconds }));
			undated.push(
				...play.submit({ count: 3, everyMs: 1_000, inSeconds: inSeconds + 5, createdAt }),
			);
			dated.push(...play.submit({ count: 4, everyMs: 1_000, inSeconds: inSeconds + 10 }));
		}

		await play.pollTimes(5);
		for (const at of [17, 30, 44]) play.service.breakRow(undated[at] ?? '');
		play.service.breakRow(dated[60] ?? '');
		await play.pollTimes(20);
		play.service.mendRows();
		await play.pollTimes(100);

		const wrong = [...dated, ...undated].filter((id) => play.main.ledger.timesOf(id) !== 1);
		expect(wrong).toEqual([]);
		expect(play.problems()).toEqual([]);
	});
});
