import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { forgetBudgets } from '../../../nodes/FormSubmissions/api/transport/budget';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import type { Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { fromStored } from '../../../nodes/FormSubmissions/polling/storedCheckpoint';
import { forgetStates } from '../../../nodes/FormSubmissions/state/nodeStates';
import { createEmulator, type Emulator, type EmulatorRequest } from '../../../emulator';
import { pollContext } from '../../support/n8n';
import { connectNetwork, disconnectNetwork } from '../../support/network';

const START = Date.UTC(2026, 0, 31, 9);
const SECOND = 1_000;
const MINUTE = 60_000;
const NODE_ID = 'node1';

let nowMs = START;

// The node's waits advance the clock and take no real time.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		nowMs += ms;
	},
}));

let emulator: Emulator;
let apiKey: string;
let formId: string;
let staticData: IDataObject;

beforeEach(() => {
	nowMs = START;
	jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
	jest.spyOn(Math, 'random').mockReturnValue(0);
	emulator = createEmulator({ now: () => nowMs });
	apiKey = emulator.addKey();
	formId = emulator.addForm({ name: 'Contact' }).id;
	staticData = {};
	connectNetwork(emulator);
});

afterEach(() => {
	jest.restoreAllMocks();
	disconnectNetwork();
	forgetBudgets();
	forgetStates();
	emulator.assertNoUnusedFaults();
});

type PollSetup = {
	parameters?: IDataObject;
	mode?: 'trigger' | 'manual';
	budgetMs?: number;
	nodeId?: string;
	timezone?: string;
};

/** Polls as n8n does, with what the node remembers from the previous poll; null if it returns nothing. */
async function poll({
	parameters = {},
	mode = 'trigger',
	budgetMs,
	nodeId = NODE_ID,
	timezone,
}: PollSetup = {}): Promise<INodeExecutionData[] | null> {
	const context = pollContext(
		{
			kind: 'formSubmissionsPollingTrigger',
			// As the service sent them: simplified rows would also request the names of their forms.
			parameters: { simplify: false, ...parameters },
			credential: { apiKey },
			nodeId,
			staticData,
			timezone,
		},
		mode,
	);
	if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
	const output = await new FormSubmissionsPollingTrigger().poll.call(context);
	return output === null ? null : (output[0] ?? []);
}

const idsOf = (items: INodeExecutionData[] | null) => (items ?? []).map(({ json }) => json.id);

const pollIds = async (setup?: PollSetup) => idsOf(await poll(setup));

/** Submissions that arrive from now on over the given time; the clock advances with them. */
function arrive(count: number, { stepMs = 10, form = formId } = {}): string[] {
	const added = emulator.addSubmissions(form, count, { from: nowMs, stepMs });
	nowMs += count * stepMs + 1;
	return added.map(({ id }) => id);
}

/** What the trigger remembers, as it would be after a restart of n8n. */
function remembered(): Checkpoint | undefined {
	const { [NODE_ID]: stored } = staticData.global as Record<string, IDataObject>;
	return fromStored(stored?.value);
}

const walksLeft = () => remembered()?.walks.filter(({ kind }) => kind !== 'late') ?? [];

function setRemembered(value: unknown): void {
	staticData.global = { [NODE_ID]: value } as IDataObject;
}

async function requestsOf(action: () => Promise<unknown>): Promise<number> {
	const before = emulator.requests.length;
	await action();
	return emulator.requests.length - before;
}

const every = { timeout: 40 * SECOND, slow: 10 * SECOND };

/** Makes each response take the given time; optionally, more submissions arrive meanwhile. */
function answersTake(ms: number, meanwhile: () => void = () => {}): void {
	emulator.onAnswer((_request, answer) => {
		nowMs += ms;
		meanwhile();
		return answer;
	});
}

const hasCursor = ({ url }: EmulatorRequest) => url.includes('cursor=');

describe('the first poll', () => {
	it('records the last ten minutes and returns none of it; later polls return what arrives afterwards', async () => {
		arrive(300);

		expect(await requestsOf(async () => expect(await poll()).toBeNull())).toBe(3);

		const [added] = arrive(1);
		expect(await pollIds()).toEqual([added]);
		expect(await poll()).toBeNull();
	});

	it('of a form without submissions does not suppress the very first one', async () => {
		await poll();

		expect(await pollIds()).toEqual([]);
		const [added] = arrive(1);
		expect(await pollIds()).toEqual([added]);
	});

	it('returns everything since Start From, oldest first, if that is set', async () => {
		arrive(150);
		nowMs += MINUTE;
		const startFrom = new Date(nowMs).toISOString();
		const added = arrive(120);

		expect(await pollIds({ parameters: { options: { startFrom } } })).toEqual(added);
		expect(await poll({ parameters: { options: { startFrom } } })).toBeNull();
	});

	it("reads a Start From without a time zone in the workflow's time zone", async () => {
		// 09:00 in UTC is 10:00 in Berlin.
		const [added] = arrive(1);
		const at = (startFrom: string) => ({
			parameters: { options: { startFrom } },
			timezone: 'Europe/Berlin',
		});

		expect(await pollIds({ ...at('2026-01-31T10:00:01'), nodeId: 'other' })).toEqual([]);
		expect(await pollIds(at('2026-01-31T10:00:00'))).toEqual([added]);
	});

	it('rejects a Start From that is not a date, and remembers nothing', async () => {
		await expect(poll({ parameters: { options: { startFrom: 'soon' } } })).rejects.toThrow(
			/'Start From' is .*, which isn't a valid date.*2026-01-31T09:00/,
		);
		expect(staticData.global).toEqual({});
	});

	it.each(['', null])('treats a Start From of %p as not set', async (startFrom) => {
		arrive(5);

		expect(await poll({ parameters: { options: { startFrom } } })).toBeNull();
	});
});

describe('a poll', () => {
	it('costs one request if nothing is new, except for a check for late submissions every five minutes', async () => {
		arrive(300);
		await poll();
		const added = arrive(250);
		expect(await pollIds()).toEqual(added);

		const costs: number[] = [];
		for (let minute = 0; minute < 11; minute++) {
			nowMs += MINUTE;
			costs.push(await requestsOf(async () => expect(await poll()).toBeNull()));
		}

		expect(costs).toEqual([1, 1, 1, 1, 6, 1, 1, 1, 1, 6, 1]);
	});

	it.each([
		[0, 1],
		[1, 1],
		[99, 1],
		[100, 2],
		[101, 2],
		[250, 3],
	])('with %i new submissions costs %i requests', async (count, requests) => {
		arrive(300);
		nowMs += SECOND;
		const startFrom = new Date(nowMs).toISOString();
		const added = arrive(count);

		let given: unknown[] = [];
		const cost = await requestsOf(async () => {
			given = await pollIds({ parameters: { options: { startFrom } } });
		});

		expect(given).toEqual(added);
		expect(cost).toBe(requests);
	});

	it('returns rows oldest first, even within one millisecond', async () => {
		await poll();
		const added = arrive(130, { stepMs: 0 });

		expect(await pollIds()).toEqual(added);
	});

	it('returns each submission that shares a millisecond with others once, over several polls', async () => {
		await poll();
		const seen: unknown[] = [];
		const added: string[] = [];
		const atMs = nowMs;
		for (const count of [3, 1, 150, 2]) {
			for (let index = 0; index < count; index++) {
				added.push(emulator.addSubmission({ formId, createdAt: atMs }).id);
			}
			seen.push(...(await pollIds()));
		}

		expect(seen).toEqual(added);
	});

	it('returns a submission that becomes visible ten minutes late, although later ones were returned', async () => {
		await poll();
		const lateMs = nowMs;
		const late = emulator.addSubmission({
			formId,
			createdAt: lateMs,
			visibleFrom: lateMs + 10 * MINUTE,
		});
		const seen: unknown[] = [];
		for (let minute = 1; minute <= 10; minute++) {
			nowMs = lateMs + minute * MINUTE - 2;
			arrive(1, { stepMs: 0 });
			seen.push(...(await pollIds()));
		}
		expect(seen).toHaveLength(10);
		expect(seen).not.toContain(late.id);
		nowMs = lateMs + 10 * MINUTE;

		expect(await pollIds()).toEqual([late.id]);
		expect(await poll()).toBeNull();
	});

	it('returns a submission that appears late behind a full page within five minutes', async () => {
		await poll();
		const lateMs = nowMs;
		const late = emulator.addSubmission({
			formId,
			createdAt: lateMs,
			visibleFrom: lateMs + 2 * MINUTE,
		});
		nowMs++;
		arrive(200);
		await poll();
		const seen: unknown[] = [];
		for (let minute = 0; minute < 7; minute++) {
			nowMs += MINUTE;
			seen.push(...(await pollIds()));
		}

		expect(seen).toEqual([late.id]);
	});

	it('returns a submission that appeared late behind later ones, with the next check for late ones', async () => {
		await poll();
		const lateMs = nowMs;
		const visibleFrom = lateMs + 9 * MINUTE;
		const late = emulator.addSubmission({ formId, createdAt: lateMs, visibleFrom });
		nowMs++;
		arrive(250);
		await poll();
		nowMs = lateMs + 8 * MINUTE;
		expect(await poll()).toBeNull();
		nowMs = lateMs + 11 * MINUTE;
		const later = arrive(1);
		expect(await pollIds()).toEqual(later);
		nowMs = lateMs + 14 * MINUTE;

		expect(await pollIds()).toEqual([late.id]);
	});

	it('returns rows oldest first even if a page is in another order', async () => {
		await poll();
		const added = arrive(5);
		emulator.onAnswer((_request, answer) => {
			if (answer.kind !== 'response') return answer;
			const body = JSON.parse(answer.body) as { data: unknown[] };
			return { ...answer, body: JSON.stringify({ ...body, data: [...body.data].reverse() }) };
		});

		expect(await pollIds()).toEqual(added);
	});

	it('watches every form if none is chosen, and only the chosen one otherwise', async () => {
		const other = emulator.addForm({ name: 'Other' });
		const one = { formId: { __rl: true, mode: 'id', value: ` ${other.id} ` } };
		await poll({ nodeId: 'every' });
		await poll({ parameters: one });

		const [first] = arrive(1);
		const [second] = arrive(1, { form: other.id });

		expect(await pollIds({ nodeId: 'every' })).toEqual([first, second]);
		expect(await pollIds({ parameters: one })).toEqual([second]);
	});

	it('returns the submission as the service sent it when Simplify is off', async () => {
		await poll();
		const added = emulator.addSubmission({ formId });

		const [item] = (await poll({ parameters: { simplify: false } })) ?? [];

		expect(item?.json).toEqual(JSON.parse(JSON.stringify(added)));
	});

	it('returns the same row as Get Many when Simplify is on', async () => {
		await poll();
		const { id } = emulator.addSubmission({ formId, data: { email: 'visitor@example.org' } });

		const [item] = (await poll({ parameters: { simplify: true } })) ?? [];

		expect(item?.json).toMatchObject({ id, formId, status: 'new', email: 'visitor@example.org' });
	});

	it('names the form as it is called now, and shapes rows as the options say', async () => {
		const parameters = {
			simplify: true,
			formId: { __rl: true, mode: 'list', value: formId, cachedResultName: 'Contact us' },
			options: { times: 'local', escapeFormulas: true },
		};
		await poll({ parameters });
		const createdAt = '2026-03-10T12:00:05Z';
		emulator.addSubmission({ formId, data: { topics: ['=1', 'b'] }, createdAt });

		const [item] = (await poll({ parameters })) ?? [];

		expect(item?.json).toMatchObject({
			formName: 'Contact',
			submittedAt: '2026-03-10 12:00:05',
			topics: "'=1, b",
		});
	});

	it('of one node does not touch what other nodes in the workflow stored', async () => {
		staticData.global = { other: { counter: 1 } };

		await poll();

		expect(staticData.global).toMatchObject({ other: { counter: 1 } });
	});
});

describe('polls that overlap', () => {
	it('return everything once: the second returns nothing while the first is running', async () => {
		await poll();
		const added = arrive(3);

		const [first, second] = await Promise.all([poll(), poll()]);

		expect(idsOf(first)).toEqual(added);
		expect(second).toBeNull();
		expect(await poll()).toBeNull();
	});

	it('of two nodes do not block each other', async () => {
		await poll({ nodeId: 'a' });
		await poll({ nodeId: 'b' });
		const added = arrive(1);

		const both = await Promise.all([poll({ nodeId: 'a' }), poll({ nodeId: 'b' })]);

		expect(both.map(idsOf)).toEqual([added, added]);
	});

	it('are possible again after one has thrown', async () => {
		await poll();
		const added = arrive(1);
		emulator.failNext({ status: 403 });
		await expect(poll()).rejects.toThrow();

		expect(await pollIds()).toEqual(added);
	});
});

describe('a manual test', () => {
	it('returns the newest submission with one request for one row', async () => {
		const added = arrive(3);

		expect(await pollIds({ mode: 'manual' })).toEqual(added.slice(-1));
		expect(emulator.requests.map(({ query }) => query.limit)).toEqual(['1']);
	});

	it('does not change what the trigger remembers', async () => {
		await poll();
		const added = arrive(2);
		const before = JSON.stringify(staticData);

		await poll({ mode: 'manual' });

		expect(JSON.stringify(staticData)).toBe(before);
		expect(await pollIds()).toEqual(added);
	});

	it('says what to do if there is no submission yet', async () => {
		await expect(poll({ mode: 'manual' })).rejects.toThrow(
			/There is no submission yet.*Submit the form once/,
		);
	});
});

describe('a changed question', () => {
	const forOther = (otherId: string) => ({ formId: { __rl: true, mode: 'id', value: otherId } });

	it.each<[string, (otherId: string) => IDataObject]>([
		['form', forOther],
		['status', () => ({ filters: { status: ['spam', 'new'] } })],
		['test filter', () => ({ filters: { includeTest: true } })],
	])('(another %s) sets a new starting point and returns no old rows', async (_what, change) => {
		const other = emulator.addForm({ name: 'Other' });
		const parameters = change(other.id);
		await poll();
		arrive(20, { form: other.id });
		nowMs += MINUTE;

		expect(await poll({ parameters })).toBeNull();

		const [added] = arrive(1, { form: other.id });
		expect(await pollIds({ parameters })).toEqual([added]);
	});

	it('does not arise from the same statuses in another order', async () => {
		await poll({ parameters: { filters: { status: ['spam', 'new'] } } });
		const added = arrive(1);

		expect(await pollIds({ parameters: { filters: { status: ['new', 'spam'] } } })).toEqual(added);
	});

	it('begins at Start From if that is set', async () => {
		await poll();
		const startFrom = new Date(nowMs).toISOString();
		const added = arrive(2);
		const parameters = { options: { startFrom }, filters: { includeTest: true } };

		expect(await pollIds({ parameters })).toEqual(added);
	});
});

describe('a poll that fails', () => {
	it.each<[string, Parameters<Emulator['failNext']>[0], number, RegExp]>([
		['the key is refused', { status: 401 }, 1, /didn't accept the API key/],
		['the key has no permission to read', { status: 403 }, 1, /permission to read submissions/],
		['the service is down', { status: 503 }, 5, /is unavailable \(status 503\)/],
		['no response arrives', 'hang', 5, /didn't respond in time/],
		['the response is cut off', 'cut', 5, /broke off/],
		['the response is a web page', 'html', 1, /isn't from this API/],
		['there is no list', { body: '{"ok":true}' }, 1, /doesn't contain a list/],
	])('because %s says so and changes nothing', async (_what, fault, times, message) => {
		await poll();
		const added = arrive(150);
		const before = JSON.stringify(staticData);
		emulator.failNext(fault, { times });

		await expect(poll()).rejects.toThrow(message);

		expect(JSON.stringify(staticData)).toBe(before);
		expect(await pollIds()).toEqual(added);
	});

	it('in the middle of the list returns what it has; the next one continues from there', async () => {
		await poll();
		const added = arrive(350);
		emulator.failNext({ status: 503 }, { times: 5, when: hasCursor });

		expect(await pollIds()).toEqual(added.slice(-100));
		expect(await pollIds()).toEqual(added.slice(0, 250));
		expect(await poll()).toBeNull();
	});

	it('never includes the key in its message', async () => {
		await poll();
		emulator.failNext({ status: 401, body: { error: `the key ${apiKey} is unknown` } });

		const error = await poll().catch((thrown: Error) => thrown);

		expect(error).toMatchObject({ message: expect.stringContaining('***') });
		expect(JSON.stringify(error)).not.toContain(apiKey);
	});

	it('as the first poll remembers nothing, so that the next one counts as the first', async () => {
		emulator.failNext({ status: 401 });
		await expect(poll()).rejects.toThrow();

		expect(staticData.global).toEqual({});
		arrive(3);
		expect(await poll()).toBeNull();
	});
});

describe('a damaged state', () => {
	it.each([['a text'], [{ question: '["",[],false]' }], [[1, 2]]])(
		'(%j) is reported with an error that says what to do',
		async (damaged) => {
			setRemembered(damaged);

			await expect(poll()).rejects.toThrow(/can't be read.*Start From/);
			expect(staticData.global).toEqual({ [NODE_ID]: damaged });
		},
	);
});

describe('the rate limit', () => {
	/** Other programs use the key: only this many requests are left in this minute. */
	function leave(requests: number): void {
		for (let used = requests; used < 120; used++) {
			emulator.handle({
				method: 'GET',
				url: '/v1/forms',
				headers: { 'x-api-key': apiKey },
				body: '',
			});
		}
	}

	it('ends the poll with what it has once reached, and the next one continues at the cursor', async () => {
		await poll();
		const added = arrive(450);
		nowMs += 2 * MINUTE;
		leave(2);

		const first = await pollIds();
		nowMs += MINUTE;
		emulator.clearRequests();
		const second = await pollIds();

		expect(first).toEqual(added.slice(-200));
		expect(second).toEqual(added.slice(0, 250));
		expect(emulator.requests.filter(({ query }) => query.cursor === undefined)).toHaveLength(1);
		expect(emulator.tooManyRequestsCount()).toBe(0);
		expect(await poll()).toBeNull();
	});

	it('reached before the first page returns nothing and loses nothing', async () => {
		await poll();
		const added = arrive(3);
		nowMs += 2 * MINUTE;
		leave(1);
		await poll({ nodeId: 'other' });

		expect(await poll()).toBeNull();
		nowMs += MINUTE;
		expect(await pollIds()).toEqual(added);
	});

	it('reached before the first page does not count as a check for late submissions', async () => {
		await poll();
		arrive(1);
		await poll();
		nowMs += 6 * MINUTE;
		leave(1);
		await poll({ nodeId: 'other' });
		const before = remembered()?.lookedLateAtMachineMs;

		await poll();

		expect(remembered()?.lookedLateAtMachineMs).toBe(before);
	});

	it('is waited for if it resets soon enough', async () => {
		await poll();
		const added = arrive(250);
		nowMs += 2 * MINUTE;
		leave(1);
		nowMs += 50 * SECOND;

		expect(await pollIds()).toEqual(added);
		expect(emulator.tooManyRequestsCount()).toBe(0);
	});
});

describe('a backlog', () => {
	/** Leaves a poll time for only two pages. */
	const short = { budgetMs: 5 * SECOND + 1.5 * every.slow };

	it('too large for one poll is drained by the next ones, which return newer arrivals first', async () => {
		await poll();
		const added = arrive(1_000);
		const later: string[] = [];
		answersTake(every.slow);

		const polls: unknown[][] = [];
		for (let index = 0; index < 16; index++) {
			polls.push(await pollIds(short));
			if (index < 3) later.push(...arrive(1));
		}

		expect(polls[0]).toEqual(added.slice(-200));
		expect(later.map((id, index) => polls[index + 1]?.includes(id))).toEqual([true, true, true]);
		const all = polls.flat();
		expect(all).toHaveLength(1_003);
		expect(new Set(all)).toEqual(new Set([...added, ...later]));
	});

	it('is returned oldest first within each poll', async () => {
		await poll();
		const added = arrive(600);
		answersTake(every.slow);
		const order = new Map(added.map((id, index) => [id, index]));

		for (let index = 0; index < 6; index++) {
			const places = (await pollIds(short)).map((id) => order.get(String(id)) ?? -1);
			expect(places).toEqual([...places].sort((a, b) => a - b));
		}
	});

	it('caused by a burst is returned once, although submissions keep arriving in every poll', async () => {
		await poll();
		const all = arrive(900, { stepMs: 0 });
		answersTake(2 * SECOND, () => all.push(...arrive(1)));

		const seen: unknown[] = [];
		for (let index = 0; index < 20; index++) {
			seen.push(...(await pollIds({ budgetMs: 9 * SECOND })));
		}
		emulator.onAnswer(undefined);
		for (let index = 0; index < 5; index++) seen.push(...(await pollIds()));

		expect(seen).toHaveLength(all.length);
		expect(new Set(seen)).toEqual(new Set(all));
	});

	it('keeps a poll within forty seconds even if n8n allows five minutes', async () => {
		await poll();
		arrive(3_000);
		answersTake(every.slow);
		const before = nowMs;

		await poll({ budgetMs: 300_000 });

		expect(nowMs - before).toBe(every.timeout);
	});

	it('of more than five walks stops new ones until one has finished, and loses nothing', async () => {
		await poll();
		const all: string[] = [];
		answersTake(every.slow);
		const seen: unknown[] = [];
		for (let index = 0; index < 8; index++) {
			all.push(...arrive(300));
			seen.push(...(await pollIds({ budgetMs: 5 * SECOND })));
			expect(walksLeft().length).toBeLessThanOrEqual(5);
		}
		emulator.onAnswer(undefined);
		for (let index = 0; index < 5; index++) seen.push(...(await pollIds()));

		expect(seen).toHaveLength(all.length);
		expect(new Set(seen)).toEqual(new Set(all));
	});

	it('continues after a poll in between has failed', async () => {
		await poll();
		const added = arrive(500);
		answersTake(every.slow);
		const first = await pollIds(short);
		emulator.onAnswer(undefined);
		emulator.failNext({ status: 500 }, { times: 5 });
		await expect(poll()).rejects.toThrow();

		expect([...(await pollIds()), ...first]).toEqual(added);
	});

	it('stays small if a flood shares one instant, and all of it is returned once', async () => {
		await poll();
		const added = arrive(3_000, { stepMs: 0 });
		answersTake(every.slow);

		const seen: unknown[] = [];
		for (let index = 0; index < 32; index++) {
			seen.push(...(await pollIds(short)));
			expect(JSON.stringify(staticData).length).toBeLessThan(300_000);
		}

		expect(seen).toHaveLength(3_000);
		expect(new Set(seen)).toEqual(new Set(added));
	});
});

describe('a cursor that the service no longer accepts', () => {
	const REFUSED = { status: 422 };

	const short = { budgetMs: 5 * SECOND + 1.5 * every.slow };

	/** Two pages were returned; the rest waits at a cursor that will be refused. */
	async function leaveBacklog(count: number, stepMs: number): Promise<[string[], unknown[]]> {
		await poll();
		const added = arrive(count, { stepMs });
		answersTake(every.slow);
		const first = await pollIds(short);
		emulator.onAnswer(undefined);
		expect(first).toHaveLength(200);
		return [added, first];
	}

	it.each([
		['one after the other', 10],
		['in one millisecond', 0],
	])('causes no loss or repetition of what arrived %s', async (_how, stepMs) => {
		const [added, first] = await leaveBacklog(500, stepMs);
		emulator.failNext(REFUSED, { when: hasCursor });

		const second = await pollIds();

		expect([...second, ...first]).toEqual(added);
		expect(await poll()).toBeNull();
		expect(walksLeft()).toEqual([]);
	});

	it('does not keep newer arrivals from being returned once', async () => {
		const [added, first] = await leaveBacklog(500, 10);
		const later = arrive(150);
		let isRefused = false;
		emulator.onAnswer(({ url }, answer) => {
			if (isRefused || !url.includes(`cursor=${walksLeft()[0]?.cursor}`)) return answer;
			isRefused = true;
			return { kind: 'response', status: 422, headers: {}, body: '{"ok":false}' };
		});

		const second = await pollIds();

		expect(isRefused).toBe(true);
		expect(second).toEqual([...added.slice(0, 300), ...later]);
		expect(first).toEqual(added.slice(300));
	});

	it('is recovered from over several polls if the way down takes longer than one', async () => {
		const [added, first] = await leaveBacklog(900, 10);
		emulator.failNext(REFUSED, { when: hasCursor });
		answersTake(every.slow);

		const seen = [...first];
		for (let index = 0; index < 12; index++) seen.push(...(await pollIds(short)));

		expect(seen).toHaveLength(900);
		expect(new Set(seen)).toEqual(new Set(added));
	});

	it('is kept if there is no time to begin again', async () => {
		const [added, first] = await leaveBacklog(300, 10);
		const before = walksLeft();
		const stale = before[0]?.cursor ?? '';
		emulator.failNext(REFUSED, { when: ({ url }) => url.includes(`cursor=${stale}`) });
		emulator.failNext(
			{ status: 429, headers: { 'retry-after': '60' } },
			{ when: ({ url }) => !hasCursor({ url } as EmulatorRequest) && isSecondLook() },
		);
		let looks = 0;
		const isSecondLook = () => ++looks > 1;

		expect(await poll()).toBeNull();
		expect(walksLeft()).toEqual(before);

		nowMs += 2 * MINUTE;
		expect([...(await pollIds()), ...first]).toEqual(added);
	});

	it('is an error if the service refuses the list itself', async () => {
		await leaveBacklog(500, 10);
		const before = JSON.stringify(staticData);
		emulator.failNext(REFUSED, { times: 1, when: (request) => !hasCursor(request) });

		await expect(poll()).rejects.toThrow(/didn't accept the request/);
		expect(JSON.stringify(staticData)).toBe(before);
	});
});
