import type { IDataObject } from 'n8n-workflow';

import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

/** A trigger on every form. */
async function published(parameters: IDataObject = {}): Promise<void> {
	play = await Play.published({ main: { formId: undefined, parameters } });
	await play.pass(5_000);
}

const rows = () => play.main.returned.map(({ json }) => json);

describe('what runs', () => {
	it('runs oldest first even if a page is in another order', async () => {
		await published();
		const ids = play.submit({ count: 5, everyMs: 10, inSeconds: 5, isDelivered: false });
		play.service.onAnswer((_request, answer) => {
			if (answer.kind !== 'response') return answer;
			const body = JSON.parse(answer.body) as { data: unknown[] };
			return { ...answer, body: JSON.stringify({ ...body, data: [...body.data].reverse() }) };
		});
		await play.pass(70_000);

		expect(play.returned).toEqual(ids);
	});

	it('has a group as text on all further pages, once a page shows that it is like a list', async () => {
		await published({ simplify: true, runFor: 'together' });
		play.submit({ inSeconds: 1, data: { votes: { 'by someone': 1 } }, isDelivered: false });
		const letters = [...'abcdefghij'];
		for (const one of letters) {
			for (const two of letters) {
				play.submit({ inSeconds: 5, data: { votes: { [one + two]: 1 } }, isDelivered: false });
			}
		}
		await play.pass(2 * 60_000);

		expect(rows()).toHaveLength(101);
		expect(rows()[0]).toMatchObject({ votes: '{"by someone":1}' });
	});

	it('is as the service sent it when Simplify is off', async () => {
		await published({ simplify: false });
		const added = play.service.addSubmission({ formId: 'frm_a', createdAt: play.nowMs + 1_000 });
		await play.pass(2 * 60_000);

		expect(rows()).toEqual([JSON.parse(JSON.stringify(added))]);
	});

	it('names the form as it is called now, and has rows as the options say', async () => {
		play = new Play();
		const { id } = play.service.addForm({ name: 'Contact' });
		const parameters = {
			simplify: true,
			formId: { __rl: true, mode: 'list', value: id, cachedResultName: 'Contact us' },
			options: { times: 'local', escapeFormulas: true, fields: ['topics', 'guests'] },
		};
		await play.set({ parameters });
		const data = { topics: ['=1', 'b'] };
		play.service.addSubmission({ formId: id, data, createdAt: play.nowMs + 5_000 });
		await play.pass(2 * 60_000);

		expect(rows()).toEqual([
			expect.objectContaining({
				formName: 'Contact',
				submittedAt: '2026-03-10 12:00:05',
				topics: "'=1, b",
				guests: null,
			}),
		]);
	});
});
