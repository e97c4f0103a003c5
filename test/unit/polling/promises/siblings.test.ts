import { Play } from '../../../serviceModel/steps/play';

let play: Play;

afterEach(() => play.stop());

describe('two polling triggers in one workflow', () => {
	it.each(['earlier', 'later'] as const)(
		'lose and repeat nothing if the sibling was published %s and n8n restarts',
		async (order) => {
			play = new Play();
			const sibling = play.addSibling();
			const nodes = order === 'earlier' ? [sibling, play.main] : [play.main, sibling];
			for (const node of nodes) await play.publish(node);
			play.submit({ count: 5, inSeconds: 5 });
			await play.poll();
			play.submit({ count: 3, inSeconds: 5, formId: 'frm_b' });
			await play.poll();

			await play.n8n.restart(600);
			await play.pollTimes(7);

			expect(play.problems()).toEqual([]);
		},
	);

	it.each([0, 1])(
		'lose and repeat nothing if their polls end at the same instant and one is due again after %s seconds',
		async (againInSeconds) => {
			play = new Play({ main: { formId: undefined } });
			await play.publish(play.main, play.addSibling());
			play.network.isEven = true;
			await play.poll({ againInSeconds });
			await play.publish(play.main);
			play.submit({ inSeconds: 5, formId: 'frm_b' });
			await play.poll();

			await play.n8n.restart();
			await play.pollTimes(7);

			expect(play.problems()).toEqual([]);
		},
	);

	it('lose and repeat nothing if one was published again after polls that n8n did not save', async () => {
		play = new Play({ main: { formId: undefined } });
		await play.publish(play.addSibling());
		await play.publish(play.main);
		await play.pollTimes(2);
		await play.publish(play.main);
		play.submit({ formId: 'frm_b' });
		await play.poll();

		await play.publish(play.main);

		expect(play.problems()).toEqual([]);
	});

	it('lose and repeat nothing if one is due again while it is still polling', async () => {
		play = new Play({ main: { formId: undefined } });
		await play.publish(play.addSibling());
		await play.publish(play.main);
		play.network.latencyMs = 20_000;
		play.submit({ formId: 'frm_b' });
		await play.poll({ againInSeconds: 1 });

		await play.n8n.restart();
		await play.pollTimes(7);

		expect(play.problems()).toEqual([]);
	});
});

describe('a polling trigger whose process is killed', () => {
	it.each(['beforeBoth', 'stateOnly', 'itemsOnly', 'afterBoth'] as const)(
		'with durable poll cursors loses and repeats nothing (%s)',
		async (moment) => {
			play = new Play({ mode: 'durable' });
			await play.publish(play.main, play.addSibling());
			for (let round = 0; round < 6; round++) {
				play.submit({ count: 5, everyMs: 500, inSeconds: 5, lateSeconds: 40 });
				play.n8n.killMoment = moment;
				await play.poll({ siblingInSeconds: 1 });
			}
			await play.pollTimes(8);

			expect(play.problems()).toEqual([]);
		},
	);

	it('loses and repeats nothing if the execution could not be stored with the cursor', async () => {
		const durable = new Play({ mode: 'durable' });
		play = durable;
		await play.publish(play.main);
		play.submit({ count: 5, inSeconds: 5 });
		play.n8n.failsToCommit = true;
		await play.poll();

		await play.pollTimes(3);

		expect(play.problems()).toEqual([]);
	});
});
