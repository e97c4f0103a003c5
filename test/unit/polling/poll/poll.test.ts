import type { IDataObject } from 'n8n-workflow';

import { clock, MINUTE, SECOND } from './pollingClock';
import { byId, idsOf, trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

describe('the first poll', () => {
	it('reads one page and returns none of it; the next returns what has arrived', async () => {
		trigger.arrive(300);

		expect(await trigger.requestsOf(async () => expect(await trigger.poll()).toBeNull())).toBe(1);

		const [added] = trigger.arrive(1);
		expect(await trigger.pollIds()).toEqual([added]);
		expect(await trigger.poll()).toBeNull();
	});

	it('returns nothing; the second returns everything since Start From, oldest first, if that is set', async () => {
		trigger.arrive(150);
		clock.nowMs += MINUTE;
		const startFrom = new Date(clock.nowMs).toISOString();
		const added = trigger.arrive(120);

		const parameters = { options: { startFrom } };

		expect(await trigger.poll({ parameters })).toBeNull();
		expect(await trigger.pollIds({ parameters })).toEqual(added);
		expect(await trigger.poll({ parameters })).toBeNull();
	});

	it("reads a Start From without a time zone in the workflow's time zone", async () => {
		// 09:00 in UTC is 10:00 in Berlin.
		const [added] = trigger.arrive(1);
		const at = (startFrom: string) => ({
			parameters: { options: { startFrom } },
			timezone: 'Europe/Berlin',
		});

		const later = { ...at('2026-01-31T10:00:01'), nodeId: 'other' };
		await trigger.poll(later);
		await trigger.poll(at('2026-01-31T10:00:00'));

		expect(await trigger.pollIds(later)).toEqual([]);
		expect(await trigger.pollIds(at('2026-01-31T10:00:00'))).toEqual([added]);
	});

	it('rejects a Start From that is not a date, and remembers nothing', async () => {
		await expect(trigger.poll({ parameters: { options: { startFrom: 'soon' } } })).rejects.toThrow(
			/'Start From' is .*, which isn't a valid date.*2026-01-31T09:00/,
		);
		expect(trigger.staticData.global).toBeUndefined();
	});

	it.each(['', null])('treats a Start From of %p as not set', async (startFrom) => {
		trigger.arrive(5);

		expect(await trigger.poll({ parameters: { options: { startFrom } } })).toBeNull();
	});
});

describe('a poll', () => {
	it('costs one request if nothing is new, but for looks until none can be late anymore', async () => {
		trigger.arrive(300);
		await trigger.start();
		clock.nowMs += 9 * MINUTE;
		const added = trigger.arrive(250, { stepMs: 100 });
		expect(await trigger.pollIds()).toEqual(added);

		const costs: number[] = [];
		for (let minute = 1; minute <= 40; minute++) {
			clock.nowMs += MINUTE;
			costs.push(await trigger.requestsOf(async () => expect(await trigger.poll()).toBeNull()));
		}

		const looks = costs.flatMap((cost, index) => (cost > 1 ? [index + 1] : []));
		expect(looks).toEqual([1, 11]);
	});

	it.each([
		[0, 1],
		[1, 1],
		[70, 1],
		[71, 2],
		[170, 2],
		[171, 3],
	])('with %i new submissions costs %i requests', async (count, requests) => {
		trigger.arrive(300, { stepMs: SECOND });
		await trigger.start();
		const added = trigger.arrive(count);

		let returned: unknown[] = [];
		const cost = await trigger.requestsOf(async () => {
			returned = await trigger.pollIds();
		});

		expect(returned).toEqual(added);
		expect(cost).toBe(requests);
	});

	it('returns rows oldest first, even within one millisecond', async () => {
		await trigger.poll();
		const added = trigger.arrive(130, { stepMs: 0 });

		expect(await trigger.pollIds()).toEqual(added);
	});

	it('returns rows oldest first even if a page is in another order', async () => {
		await trigger.poll();
		const added = trigger.arrive(5);
		trigger.emulator.onAnswer((_request, answer) => {
			if (answer.kind !== 'response') return answer;
			const body = JSON.parse(answer.body) as { data: unknown[] };
			return { ...answer, body: JSON.stringify({ ...body, data: [...body.data].reverse() }) };
		});

		expect(await trigger.pollIds()).toEqual(added);
	});

	it('watches every form if none is chosen, and only the chosen one otherwise', async () => {
		const other = trigger.emulator.addForm({ name: 'Other' });
		const one = byId(` ${other.id} `);
		await trigger.poll({ nodeId: 'every' });
		await trigger.poll({ parameters: one });

		const [first] = trigger.arrive(1);
		const [second] = trigger.arrive(1, { form: other.id });

		expect(await trigger.pollIds({ nodeId: 'every' })).toEqual([first, second]);
		expect(await trigger.pollIds({ parameters: one })).toEqual([second]);
	});

	it('returns the submission as the service sent it when Simplify is off', async () => {
		await trigger.poll({ parameters: { simplify: false } });
		const added = trigger.emulator.addSubmission({ formId: trigger.formId });

		const [item] = (await trigger.poll({ parameters: { simplify: false } })) ?? [];

		expect(item?.json).toEqual(JSON.parse(JSON.stringify(added)));
	});

	it('names the form as it is called now, and shapes rows as the options say', async () => {
		const parameters = {
			simplify: true,
			formId: { __rl: true, mode: 'list', value: trigger.formId, cachedResultName: 'Contact us' },
			options: { times: 'local', escapeFormulas: true },
		};
		await trigger.poll({ parameters });
		const createdAt = '2026-03-10T12:00:05Z';
		trigger.emulator.addSubmission({
			formId: trigger.formId,
			data: { topics: ['=1', 'b'] },
			createdAt,
		});

		const [item] = (await trigger.poll({ parameters })) ?? [];

		expect(item?.json).toMatchObject({
			formName: 'Contact',
			submittedAt: '2026-03-10 12:00:05',
			topics: "'=1, b",
		});
	});

	it('of one node does not touch what other nodes in the workflow stored', async () => {
		trigger.staticData.global = { other: { counter: 1 } };

		await trigger.poll();

		expect(trigger.staticData.global).toMatchObject({ other: { counter: 1 } });
	});
});

describe('a manual test', () => {
	it('returns the newest submission with one request for one row', async () => {
		const added = trigger.arrive(3);

		expect(await idsOf(await trigger.test())).toEqual(added.slice(-1));
		expect(trigger.emulator.requests.map(({ query }) => query.limit)).toEqual(['1']);
	});

	it('does not change what the trigger remembers', async () => {
		await trigger.poll();
		const added = trigger.arrive(2);
		const before = JSON.stringify(trigger.staticData);

		await trigger.test();

		expect(JSON.stringify(trigger.staticData)).toBe(before);
		expect(await trigger.pollIds()).toEqual(added);
	});
});

describe('a changed target', () => {
	it.each<[string, (otherId: string) => IDataObject]>([
		['form', byId],
		['status', () => ({ filters: { status: ['spam', 'new'] } })],
		['test filter', () => ({ filters: { includeTest: true } })],
	])('(another %s) sets a new starting point and returns no old rows', async (_what, change) => {
		const other = trigger.emulator.addForm({ name: 'Other' });
		const parameters = change(other.id);
		await trigger.poll();
		trigger.arrive(20, { form: other.id });
		clock.nowMs += MINUTE;

		expect(await trigger.poll({ parameters })).toBeNull();

		const [added] = trigger.arrive(1, { form: other.id });
		expect(await trigger.pollIds({ parameters })).toEqual([added]);
	});

	it('begins at Start From if that is set', async () => {
		await trigger.poll();
		const startFrom = new Date(clock.nowMs).toISOString();
		const added = trigger.arrive(2);
		const parameters = { options: { startFrom }, filters: { includeTest: true } };
		await trigger.poll({ parameters });

		expect(await trigger.pollIds({ parameters })).toEqual(added);
	});
});

describe('a damaged state', () => {
	it.each([['a text'], [{ target: '["",[],false]' }], [[1, 2]]])(
		'(%j) is reported with an error that says what to do',
		async (damaged) => {
			trigger.setRemembered(damaged);

			await expect(trigger.poll()).rejects.toThrow(/can't be read.*Start From/);
			expect(trigger.staticData.global).toEqual({ [`poll ${trigger.nodeId}`]: damaged });
		},
	);
});
