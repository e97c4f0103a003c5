import { Play } from '../../histories/play';

const MINUTE_MS = 60_000;

let play: Play;

afterEach(() => play.stop());

/** A minute, and then so many submissions, of which every seventh becomes visible two to nine minutes late. */
async function minute(perMinute: number, index: number): Promise<void> {
	for (let n = 0; n < perMinute; n++) {
		const isLate = (index + n) % 7 === 0;
		play.add(0, { lateSeconds: isLate ? 120 + ((index * 53) % 420) : 0 });
	}
	await play.minute();
}

type Jump = { whose: 'service' | 'machine'; minutes: number; readings: number };

const JUMPS: Jump[] = (['service', 'machine'] as const).flatMap((whose) =>
	[20, 60, 1_440].flatMap((minutes) => [1, 10].map((readings) => ({ whose, minutes, readings }))),
);

function move({ whose, minutes }: Jump, sign: 1 | -1): void {
	if (whose === 'service') play.serviceAheadMs += sign * minutes * MINUTE_MS;
	else play.machine.moveClock(sign * minutes * MINUTE_MS);
}

it.each(JUMPS)(
	'a trigger loses nothing and repeats nothing if the $whose is $minutes minutes ahead for $readings readings',
	async (jump) => {
		play = await Play.published();
		for (let index = 0; index < 15; index++) await minute(3, index);
		move(jump, 1);
		for (let index = 0; index < jump.readings; index++) await minute(3, index);
		move(jump, -1);
		for (let index = 0; index < 75; index++) await minute(3, index);
		await play.drain(25);

		expect(play.problems()).toEqual([]);
	},
);

it.each<[string, () => void]>([
	[
		"this machine's clock is set forward by 12 minutes for good",
		() => play.machine.moveClock(12 * MINUTE_MS),
	],
	[
		'a response is dated an hour ahead',
		() =>
			play.service.onAnswer((_request, answer) => {
				const date = new Date(play.nowMs + 60 * MINUTE_MS).toUTCString();
				return answer.kind === 'response'
					? { ...answer, headers: { ...answer.headers, date } }
					: answer;
			}),
	],
])('a trigger loses no late one because %s', async (_what, jump) => {
	play = await Play.published();
	await play.minutes(15);
	const [late] = play.submit({ inSeconds: -1, lateSeconds: 200 });
	play.add(0, {});
	await play.minute();
	jump();
	await play.minute();
	play.service.onAnswer(undefined);
	await play.drain(25);

	expect(play.main.ledger.timesOf(late ?? '')).toBe(1);
});

it("a trigger loses nothing if the service's clock was ahead when it was published", async () => {
	play = new Play();
	play.serviceAheadMs = 60 * MINUTE_MS;
	play.add(0, {});
	await play.publish(play.main);
	play.serviceAheadMs = 0;
	const ids = Array.from({ length: 15 }, () => play.add(60, {}));
	await play.drain(5);

	expect(ids.map((id) => play.main.ledger.timesOf(id))).toEqual(ids.map(() => 1));
});

it('a trigger loses nothing and repeats nothing beside a clock that is a day behind', async () => {
	play = await Play.published({ leadSeconds: -86_400 });
	for (let index = 0; index < 45; index++) await minute(30, index);
	await play.drain(25);

	expect(play.problems()).toEqual([]);
});
