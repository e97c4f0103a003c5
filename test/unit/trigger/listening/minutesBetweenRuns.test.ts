import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

/** One that runs at most once in ten minutes, and has just run. */
async function ran(): Promise<void> {
	one = await OneTrigger.published({ main: { runFor: 'together', pauseMinutes: 10 } });
	one.arrive(2);
	await one.pass(5 * SECOND);
	expect(one.play.main.runs).toEqual([2]);
}

/** Two each minute. */
async function arriveFor(minutes: number): Promise<void> {
	for (let minute = 0; minute < minutes; minute++) {
		one.arrive(2);
		await one.pass(MINUTE);
	}
}

describe('Minutes Between Runs', () => {
	it('have what comes meanwhile run together, and in time', async () => {
		await ran();
		await arriveFor(9);
		expect(one.play.main.runs).toEqual([2]);
		await arriveFor(11);

		expect(one.play.main.runs).toEqual([2, 20, 20]);
		expect(one.play.problems()).toEqual([]);
	});

	it.each<[string, () => Promise<void>]>([
		['n8n is killed and started again', async () => await one.play.n8n.restart(20)],
		[
			'the workflow is unpublished and published again',
			async () => {
				await one.play.n8n.untilOver(one.play.n8n.unpublish(one.play.main));
				await one.publish();
			},
		],
	])('go on where they were though %s, and each comes once', async (_what, stop) => {
		await ran();
		await arriveFor(4);
		await stop();
		await arriveFor(4);
		await stop();
		expect(one.play.main.runs).toEqual([2]);
		await one.pass(3 * MINUTE);

		expect(one.play.main.runs.slice(1)).toEqual([16]);
		expect(one.play.problems()).toEqual([]);
	});

	it('repeat nothing in another group, though n8n is killed after a start, and again after one ran alone', async () => {
		await ran();
		await one.pass(9 * MINUTE);
		one.arrive(1);
		await one.play.n8n.restart(20);
		await one.pass(50 * SECOND);
		expect(one.play.main.runs).toEqual([2, 1]);
		one.arrive(1);
		await one.play.n8n.restart(20);
		await one.pass(MINUTE);
		await arriveFor(1);
		await one.pass(10 * MINUTE);

		expect(one.play.main.runs).toEqual([2, 1, 3]);
		expect(one.play.problems()).toEqual([]);
	});

	it("are over at n8n's next start if that is later: what waited runs soon", async () => {
		await ran();
		await arriveFor(4);
		await one.play.n8n.restart(60 * 60);
		await one.pass(MINUTE);

		expect(one.play.main.runs).toEqual([2, 8]);
		expect(one.play.problems()).toEqual([]);
	});

	it('keep a backlog in runs of a thousand, which are due as soon as they are full', async () => {
		await ran();
		one.play.network.outage = 'ECONNREFUSED';
		one.arrive(2_500, { isDelivered: false });
		await one.pass(5 * MINUTE);
		one.play.network.outage = undefined;
		await one.pass(3 * MINUTE);
		expect(one.play.main.runs).toEqual([2, 1_000, 1_000]);
		await one.pass(10 * MINUTE);

		expect(one.play.main.runs).toEqual([2, 1_000, 1_000, 500]);
		expect(one.play.problems()).toEqual([]);
	});
});
