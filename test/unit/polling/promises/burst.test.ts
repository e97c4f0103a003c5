import { Play } from '../../../serviceModel/steps/play';

let play: Play;

afterEach(() => play.stop());

it('more submissions at about one instant than IDs are kept hide none of those before them', async () => {
	play = new Play();
	await play.publish(play.main);
	play.submit({ count: 5, everyMs: 2_000, inSeconds: 5 });
	play.submit({ count: 8_600, inSeconds: 30 });
	play.submit({ count: 8_600, inSeconds: 30.001 });

	await play.pollTimes(4);

	expect(play.problems()).toEqual([]);
}, 60_000);

it('more submissions at the instant of a poll than IDs are kept come once', async () => {
	play = new Play();
	await play.publish(play.main);
	play.submit({ count: 9_000, inSeconds: 59.86 });
	play.submit({ count: 9_000, inSeconds: 59.861 });

	await play.pollTimes(6);

	expect(play.problems()).toEqual([]);
}, 60_000);
