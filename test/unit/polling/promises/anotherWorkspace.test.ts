import { Play } from '../../../serviceModel/steps/play';

let play: Play;

afterEach(() => play.stop());

const ELSEWHERE = 'https://api.elsewhere.test';

describe('another workspace in the credential', () => {
	it.each<[string, () => void]>([
		['base URL', () => (play.main.baseUrl = ELSEWHERE)],
		['credential', () => (play.main.credentialId = '2')],
	])('is a new starting point: with another %s, nothing old is returned', async (_what, change) => {
		play = new Play();
		play.network.connect(ELSEWHERE, play.service);
		await play.publish(play.main);
		play.submit({ inSeconds: 5 });
		await play.poll();
		const before = play.main.polls.length;
		play.submit({ count: 299, everyMs: 1_000, inSeconds: -299 });

		change();
		await play.publish(play.main);
		await play.pollTimes(3);

		expect(play.main.polls.slice(before).map(({ rows }) => rows)).toEqual([0, 0, 0, 0]);
	});
});
