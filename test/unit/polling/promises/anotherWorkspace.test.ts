import { Service } from '../../../serviceModel/model/service';
import { Play } from '../../../serviceModel/steps/play';

let play: Play;

afterEach(() => play.stop());

describe('another workspace in the credential', () => {
	const ELSEWHERE = 'https://api.elsewhere.test';

	async function watchAndPointElsewhere(change: () => void): Promise<number> {
		play = new Play();
		const other = new Service();
		play.network.connect(ELSEWHERE, other);
		await play.publish(play.main);
		play.submit({ inSeconds: 5 });
		await play.poll();
		const before = play.main.polls.length;
		for (const one of manyOf(play.nowMs)) other.submissions.add(one);
		change();
		await play.publish(play.main);
		await play.pollTimes(3);
		return play.main.polls.slice(before).reduce((sum, { rows }) => sum + rows, 0);
	}

	it('is a new starting point: with another base URL, nothing old is returned', async () => {
		const rows = await watchAndPointElsewhere(() => {
			play.main.baseUrl = ELSEWHERE;
		});

		expect(rows).toBe(0);
	});

	it('is a new starting point: with another credential, nothing old is returned', async () => {
		// The other key belongs to another workspace of the same service.
		const rows = await watchAndPointElsewhere(() => {
			play.main.credentialId = '2';
			for (const one of manyOf(play.nowMs)) play.service.submissions.add(one);
		});

		expect(rows).toBe(0);
	});

	function manyOf(nowMs: number) {
		return Array.from({ length: 299 }, (_, index) => {
			const createdMs = nowMs - 1_000 - index * 1_000;
			return {
				id: `sub_other${index}`,
				formId: 'frm_a',
				status: 'new' as const,
				isTest: false,
				listedMs: createdMs,
				createdMs,
				createdAt: new Date(createdMs).toISOString(),
				visibleMs: createdMs,
				tie: index,
			};
		});
	}
});
