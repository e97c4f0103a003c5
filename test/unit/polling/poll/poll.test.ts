import type { IDataObject } from 'n8n-workflow';

import { Play, type Arrival } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

const byId = (value: string) => ({ formId: { __rl: true, mode: 'id', value } });

/** A trigger on every form, with a position. */
async function published(parameters?: IDataObject): Promise<void> {
	play = await Play.published({ main: { formId: undefined, parameters } });
	await play.poll();
}

const fetchTestEvent = async () => await play.machine.run(play.n8n.fetchTestEvent(play.main));

describe('Start From', () => {
	it.each([
		['10:00:00', 1],
		['10:00:01', 0],
	])("without a time zone is in the workflow's time zone (%s)", async (time, count) => {
		// 09:00 in UTC is 10:00 in Berlin.
		const startFrom = `2026-03-10T${time}`;
		const main = { parameters: { options: { startFrom } } };
		play = new Play({ timezone: 'Europe/Berlin', main });
		play.submit({ inSeconds: -3 * 3_600 });
		await play.publish(play.main);

		expect(await play.poll()).toHaveLength(count);
	});
});

describe('a poll', () => {
	it('returns rows oldest first even if a page is in another order', async () => {
		await published();
		const added = play.submit({ count: 5, everyMs: 10, inSeconds: 5 });
		play.service.onAnswer((_request, answer) => {
			if (answer.kind !== 'response') return answer;
			const body = JSON.parse(answer.body) as { data: unknown[] };
			return { ...answer, body: JSON.stringify({ ...body, data: [...body.data].reverse() }) };
		});

		expect(await play.poll()).toEqual(added);
	});

	it('has a group as text on all further pages, once a page shows that it is like a list', async () => {
		play = await Play.published({ main: { formId: undefined, simplify: true } });
		await play.poll();
		play.submit({ inSeconds: 1, data: { votes: { 'by someone': 1 } } });
		const letters = [...'abcdefghij'];
		for (const one of letters) {
			for (const two of letters) play.submit({ inSeconds: 5, data: { votes: { [one + two]: 1 } } });
		}
		await play.poll();

		expect(play.main.returned).toHaveLength(101);
		expect(play.main.returned[0]?.json).toMatchObject({ votes: '{"by someone":1}' });
	});

	it('returns 5,000 submissions at most, and the rest in the next', async () => {
		await published();
		const added = play.submit({ count: 5_100, everyMs: 1, inSeconds: 5 });

		const polled = [await play.poll(), await play.poll()];

		expect(polled).toEqual([added.slice(100), added.slice(0, 100)]);
	});

	it('watches every form if none is chosen, and only the chosen one otherwise', async () => {
		await published();
		const [first = ''] = play.submit({ inSeconds: 1, formId: 'frm_a' });
		const [second = ''] = play.submit({ inSeconds: 2, formId: 'frm_b' });
		expect(await play.poll()).toEqual([first, second]);

		await play.set({ parameters: byId(' frm_b ') });
		play.submit({ inSeconds: 1, formId: 'frm_a' });
		const third = play.submit({ inSeconds: 2, formId: 'frm_b' });
		expect(await play.poll()).toEqual(third);
	});

	it('returns the submission as the service sent it when Simplify is off', async () => {
		await published({ simplify: false });
		const added = play.service.addSubmission({ formId: 'frm_a', createdAt: NOON + 90_000 });

		await play.poll();

		expect(play.main.returned.map(({ json }) => json)).toEqual([JSON.parse(JSON.stringify(added))]);
	});

	it('names the form as it is called now, and shapes rows as the options say', async () => {
		play = new Play();
		const { id } = play.service.addForm({ name: 'Contact' });
		const parameters = {
			simplify: true,
			formId: { __rl: true, mode: 'list', value: id, cachedResultName: 'Contact us' },
			options: { times: 'local', escapeFormulas: true, fields: ['topics', 'guests'] },
		};
		await play.set({ parameters });
		await play.poll();
		const data = { topics: ['=1', 'b'] };
		play.service.addSubmission({ formId: id, data, createdAt: NOON + 65_000 });

		await play.poll();

		expect(play.main.returned.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				formName: 'Contact',
				submittedAt: '2026-03-10 12:01:05',
				topics: "'=1, b",
				guests: null,
			}),
		]);
	});
});

describe('Fetch Test Event', () => {
	it('returns the newest submission with one request for one row', async () => {
		play = new Play({ service: { keepRequests: true } });
		const added = play.submit({ count: 3, everyMs: 10, inSeconds: -1 });
		await play.publish(play.main);
		play.service.clearRequests();

		const items = await fetchTestEvent();

		expect(items.map(({ json }) => json.id)).toEqual(added.slice(-1));
		expect(play.service.requests.map(({ query }) => query.limit)).toEqual(['1']);
	});

	it('does not change what the trigger remembers', async () => {
		await published();
		const added = play.submit({ count: 2, everyMs: 10, inSeconds: 1 });
		await play.n8n.passUntil(play.nowMs + 10_000);

		await fetchTestEvent();

		expect(await play.poll()).toEqual(added);
	});

	it('says that the form is not in the list of forms if nothing is found', async () => {
		await published(byId('frm_gone'));
		// The service may return an empty list for a form that it does not know.
		const pagination = { hasMore: false, nextCursor: null };
		const body = JSON.stringify({ ok: true, data: [], pagination });
		const when = ({ url }: { url: string }) => url.startsWith('/v1/submissions');
		play.service.failNext({ body }, { times: Infinity, when });

		await expect(fetchTestEvent()).rejects.toThrow(
			/No form in this workspace has the name or ID "frm_gone"/,
		);
	});

	it('says that Field Value leaves out the newest ones, and what they have', async () => {
		const fieldMatch = { match: [{ fieldName: 'name', fieldValue: '>Ada' }] };
		await published({ filters: { fieldMatch } });
		play.submit({ count: 2, inSeconds: -1 });

		const error = await fetchTestEvent().catch((one: unknown) => one);

		expect(error).toMatchObject({
			message: expect.stringMatching(
				/reads only the newest 100 submissions\. None of those found \(2\) has what 'Field Value'/,
			),
			description: expect.stringMatching(/"name", which has "Ada"\. .* sign included/),
		});
	});

	it.each<[string, RegExp, Arrival, IDataObject]>([
		['Status', /has the status "spam": .*'Status'/, { status: 'spam' }, {}],
		['Status', /has the status "new": .*'Status'/, {}, { status: ['quarantined'] }],
		['tests', /is a test submission: .*'Include Test Submissions'/, { isTest: true }, {}],
	])('names the filter that leaves out all there is (%s)', async (_what, text, seed, filters) => {
		await published({ filters });
		play.submit({ ...seed, inSeconds: -1 });

		await expect(fetchTestEvent()).rejects.toThrow(text);
	});

	it('says that the form has no submissions if it is in the list', async () => {
		await published(byId('frm_a'));

		await expect(fetchTestEvent()).rejects.toThrow(
			/There are no submissions yet.*Submit the form once/,
		);
	});
});

describe('a changed target', () => {
	it.each<[string, IDataObject]>([
		['form', byId('frm_b')],
		['status', { filters: { status: ['spam', 'new'] } }],
		['test filter', { filters: { includeTest: true } }],
	])(
		'(another %s) sets a new starting point and returns no old rows',
		async (_what, parameters) => {
			await published();
			play.submit({ count: 20, everyMs: 10, formId: 'frm_b' });
			await play.n8n.passUntil(play.nowMs + 30_000);

			await play.set({ parameters });

			const added = play.submit({ inSeconds: 1, formId: 'frm_b' });
			expect(await play.poll()).toEqual(added);
		},
	);

	it('(Look Back, or Field Value) sets none: only what matches is returned, and nothing is missed', async () => {
		await published();
		const match = [{ fieldName: 'name', fieldValue: 'grace' }];
		play.submit({ inSeconds: 1 });
		const [grace] = play.submit({ inSeconds: 2, data: { name: 'Grace' } });
		await play.n8n.passUntil(play.nowMs + 30_000);

		await play.set({
			parameters: { filters: { fieldMatch: { match } }, options: { lookBack: 7 } },
		});
		expect(await play.poll()).toEqual([grace]);

		const added = play.submit({ inSeconds: 1 });
		await play.set({ parameters: {} });
		expect(await play.poll()).toEqual(added);
	});

	it('begins at Start From if that is set', async () => {
		await published();
		const startFrom = new Date(play.nowMs).toISOString();
		const added = play.submit({ count: 2, everyMs: 10, inSeconds: 1 });
		await play.n8n.passUntil(play.nowMs + 30_000);

		await play.set({ parameters: { options: { startFrom }, filters: { includeTest: true } } });

		expect(await play.poll()).toEqual(added);
	});
});

describe('a damaged state', () => {
	it('is reported with an error that says what to do', async () => {
		await published();
		play.n8n.damageState({ target: '["",[],false]' });

		await play.n8n.restart(20);
		await play.poll();

		expect(play.lastPoll?.error).toMatch(/can't be read.*Start From/);
	});
});
