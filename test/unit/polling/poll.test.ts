import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { forgetBudgets } from '../../../nodes/FormSubmissions/api/transport/budget';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import type { Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { fromStored } from '../../../nodes/FormSubmissions/polling/storedCheckpoint';
import { forgetStates } from '../../../nodes/FormSubmissions/state/nodeState';
import { createEmulator, type Emulator, type EmulatorRequest } from '../../../emulator';
import { pollContext } from '../../support/n8n';
import { connectNetwork, disconnectNetwork } from '../../support/network';

const START = Date.UTC(2026, 0, 31, 9);
const SECOND = 1_000;
const MINUTE = 60_000;
const NODE_ID = 'node1';

let nowMs = START;

// The node's waits move the clock and take no time.
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

/** Polls as n8n does, with what the node remembers from the poll before; null where it gives nothing. */
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
			// As the service sent them: rows would ask for the names of their forms besides.
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

/** Submissions that arrive now and take so long together; the clock moves on with them. */
function arrive(count: number, { stepMs = 10, form = formId } = {}): string[] {
	const added = emulator.addSubmissions(form, count, { from: nowMs, stepMs });
	nowMs += count * stepMs + 1;
	return added.map(({ id }) => id);
}

/** What the trigger remembers, as a restart of n8n would find it. */
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

/** Lets each answer take so long, and more arrive meanwhile where that is wanted. */
function answersTake(ms: number, meanwhile: () => void = () => {}): void {
	emulator.onAnswer((_request, answer) => {
		nowMs += ms;
		meanwhile();
		return answer;
	});
}

const hasCursor = ({ url }: EmulatorRequest) => url.includes('cursor=');

describe('the first poll', () => {
	it('notes the last ten minutes, gives none of it, and then only what arrives after it', async () => {
		arrive(300);

		expect(await requestsOf(async () => expect(await poll()).toBeNull())).toBe(3);

		const [added] = arrive(1);
		expect(await pollIds()).toEqual([added]);
		expect(await poll()).toBeNull();
	});

	it('of a form without submissions lets the very first one through', async () => {
		await poll();

		expect(await pollIds()).toEqual([]);
		const [added] = arrive(1);
		expect(await pollIds()).toEqual([added]);
	});

	it('gives everything since Start From, oldest first, where that is set', async () => {
		arrive(150);
		nowMs += MINUTE;
		const startFrom = new Date(nowMs).toISOString();
		const added = arrive(120);

		expect(await pollIds({ parameters: { options: { startFrom } } })).toEqual(added);
		expect(await poll({ parameters: { options: { startFrom } } })).toBeNull();
	});

	it("reads a Start From without a zone in the workflow's zone", async () => {
		// 09:00 in UTC is 10:00 in Berlin.
		const [added] = arrive(1);
		const at = (startFrom: string) => ({
			parameters: { options: { startFrom } },
			timezone: 'Europe/Berlin',
		});

		expect(await pollIds({ ...at('2026-01-31T10:00:01'), nodeId: 'other' })).toEqual([]);
		expect(await pollIds(at('2026-01-31T10:00:00'))).toEqual([added]);
	});

	it('refuses a Start From that is no date, and remembers nothing', async () => {
		await expect(poll({ parameters: { options: { startFrom: 'soon' } } })).rejects.toThrow(
			/'Start From' is .*, which isn't a valid date.*2026-01-31T09:00/,
		);
		expect(staticData.global).toEqual({});
	});

	it.each(['', null])('takes a Start From of %p for none', async (startFrom) => {
		arrive(5);

		expect(await poll({ parameters: { options: { startFrom } } })).toBeNull();
	});
});

describe('a poll', () => {
	it('costs one request where nothing is new, a look for late ones every five minutes apart', async () => {
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
	])('costs, with %i new submissions, %i requests', async (count, requests) => {
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

	it('gives rows oldest first, also those of one millisecond', async () => {
		await poll();
		const added = arrive(130, { stepMs: 0 });

		expect(await pollIds()).toEqual(added);
	});

	it('gives each of those that share a millisecond once, over several polls', async () => {
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

	it('gives one that becomes visible ten minutes late, although later ones were given', async () => {
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

	it('gives one that turns up late behind a full page within five minutes', async () => {
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

	it('gives one that turned up late behind later ones, with the next look for late ones', async () => {
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

	it('gives rows oldest first even where a page is in another order', async () => {
		await poll();
		const added = arrive(5);
		emulator.onAnswer((_request, answer) => {
			if (answer.kind !== 'response') return answer;
			const body = JSON.parse(answer.body) as { data: unknown[] };
			return { ...answer, body: JSON.stringify({ ...body, data: [...body.data].reverse() }) };
		});

		expect(await pollIds()).toEqual(added);
	});

	it('watches every form where none is chosen, and one where it is', async () => {
		const other = emulator.addForm({ name: 'Other' });
		const one = { formId: { __rl: true, mode: 'id', value: ` ${other.id} ` } };
		await poll({ nodeId: 'every' });
		await poll({ parameters: one });

		const [first] = arrive(1);
		const [second] = arrive(1, { form: other.id });

		expect(await pollIds({ nodeId: 'every' })).toEqual([first, second]);
		expect(await pollIds({ parameters: one })).toEqual([second]);
	});

	it('gives the submission as the service sent it when Simplify is off', async () => {
		await poll();
		const added = emulator.addSubmission({ formId });

		const [item] = (await poll({ parameters: { simplify: false } })) ?? [];

		expect(item?.json).toEqual(JSON.parse(JSON.stringify(added)));
	});

	it('gives the same row as Get Many when Simplify is on', async () => {
		await poll();
		const { id } = emulator.addSubmission({ formId, data: { email: 'visitor@example.org' } });

		const [item] = (await poll({ parameters: { simplify: true } })) ?? [];

		expect(item?.json).toMatchObject({ id, formId, status: 'new', email: 'visitor@example.org' });
	});

	it('names the form as the list did in which it was chosen, and writes rows as was asked', async () => {
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
			formName: 'Contact us',
			submittedAt: '2026-03-10 12:00:05',
			topics: "'=1, b",
		});
	});

	it('of one node leaves what other nodes of the workflow stored alone', async () => {
		staticData.global = { other: { counter: 1 } };

		await poll();

		expect(staticData.global).toMatchObject({ other: { counter: 1 } });
	});
});

describe('polls that overlap', () => {
	it('give everything once: the second gives nothing while the first runs', async () => {
		await poll();
		const added = arrive(3);

		const [first, second] = await Promise.all([poll(), poll()]);

		expect(idsOf(first)).toEqual(added);
		expect(second).toBeNull();
		expect(await poll()).toBeNull();
	});

	it('of two nodes do not hinder each other', async () => {
		await poll({ nodeId: 'a' });
		await poll({ nodeId: 'b' });
		const added = arrive(1);

		const both = await Promise.all([poll({ nodeId: 'a' }), poll({ nodeId: 'b' })]);

		expect(both.map(idsOf)).toEqual([added, added]);
	});

	it('are possible again after one that threw', async () => {
		await poll();
		const added = arrive(1);
		emulator.failNext({ status: 403 });
		await expect(poll()).rejects.toThrow();

		expect(await pollIds()).toEqual(added);
	});
});

describe('a manual test', () => {
	it('gives the newest submission with one request for one row', async () => {
		const added = arrive(3);

		expect(await pollIds({ mode: 'manual' })).toEqual(added.slice(-1));
		expect(emulator.requests.map(({ query }) => query.limit)).toEqual(['1']);
	});

	it('leaves what the trigger remembers alone', async () => {
		await poll();
		const added = arrive(2);
		const before = JSON.stringify(staticData);

		await poll({ mode: 'manual' });

		expect(JSON.stringify(staticData)).toBe(before);
		expect(await pollIds()).toEqual(added);
	});

	it('says what to do where there is no submission yet', async () => {
		await expect(poll({ mode: 'manual' })).rejects.toThrow(
			/There is no submission yet.*Submit the form once/,
		);
	});
});

describe('another question', () => {
	const forOther = (otherId: string) => ({ formId: { __rl: true, mode: 'id', value: otherId } });

	it.each<[string, (otherId: string) => IDataObject]>([
		['form', forOther],
		['status', () => ({ filters: { status: ['spam', 'new'] } })],
		['test filter', () => ({ filters: { includeTest: true } })],
	])('(another %s) begins with a new baseline: no flood of old rows', async (_what, change) => {
		const other = emulator.addForm({ name: 'Other' });
		const parameters = change(other.id);
		await poll();
		arrive(20, { form: other.id });
		nowMs += MINUTE;

		expect(await poll({ parameters })).toBeNull();

		const [added] = arrive(1, { form: other.id });
		expect(await pollIds({ parameters })).toEqual([added]);
	});

	it('is not the same statuses in another order', async () => {
		await poll({ parameters: { filters: { status: ['spam', 'new'] } } });
		const added = arrive(1);

		expect(await pollIds({ parameters: { filters: { status: ['new', 'spam'] } } })).toEqual(added);
	});

	it('begins at Start From where that is set', async () => {
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
		['the key may not read', { status: 403 }, 1, /permission to read submissions/],
		['the service is down', { status: 503 }, 5, /is unavailable \(status 503\)/],
		['no answer comes', 'hang', 5, /didn't respond in time/],
		['the answer breaks off', 'cut', 5, /broke off/],
		['the answer is a web page', 'html', 1, /isn't from this API/],
		['there is no list', { body: '{"ok":true}' }, 1, /doesn't contain a list/],
	])('because %s says so, and changes nothing', async (_what, fault, times, message) => {
		await poll();
		const added = arrive(150);
		const before = JSON.stringify(staticData);
		emulator.failNext(fault, { times });

		await expect(poll()).rejects.toThrow(message);

		expect(JSON.stringify(staticData)).toBe(before);
		expect(await pollIds()).toEqual(added);
	});

	it('in the middle of the list hands over what it has; the next one goes on from there', async () => {
		await poll();
		const added = arrive(350);
		emulator.failNext({ status: 503 }, { times: 5, when: hasCursor });

		expect(await pollIds()).toEqual(added.slice(-100));
		expect(await pollIds()).toEqual(added.slice(0, 250));
		expect(await poll()).toBeNull();
	});

	it('never repeats the key in what it says', async () => {
		await poll();
		emulator.failNext({ status: 401, body: { error: `the key ${apiKey} is unknown` } });

		const error = await poll().catch((thrown: Error) => thrown);

		expect(error).toMatchObject({ message: expect.stringContaining('***') });
		expect(JSON.stringify(error)).not.toContain(apiKey);
	});

	it('at the first poll remembers nothing, so that the next one is the first', async () => {
		emulator.failNext({ status: 401 });
		await expect(poll()).rejects.toThrow();

		expect(staticData.global).toEqual({});
		arrive(3);
		expect(await poll()).toBeNull();
	});
});

describe('a memory that was damaged', () => {
	it.each([['a text'], [{ question: '["",[],false]' }], [[1, 2]]])(
		'beyond use (%j) is an error that says what to do, not silence',
		async (damaged) => {
			setRemembered(damaged);

			await expect(poll()).rejects.toThrow(/can't be read.*Start From/);
			expect(staticData.global).toEqual({ [NODE_ID]: damaged });
		},
	);
});

describe('the rate limit', () => {
	/** Other programs use the key: so many requests are left in this minute. */
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

	it('in force ends the poll with what it has, and the next one goes on at the cursor', async () => {
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

	it('used up before the first page gives nothing and loses nothing', async () => {
		await poll();
		const added = arrive(3);
		nowMs += 2 * MINUTE;
		leave(1);
		await poll({ nodeId: 'other' });

		expect(await poll()).toBeNull();
		nowMs += MINUTE;
		expect(await pollIds()).toEqual(added);
	});

	it('used up before the first page does not count as a deeper look', async () => {
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

	it('that ends soon enough is waited for', async () => {
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
	/** So little time that a poll reads two pages. */
	const short = { budgetMs: 5 * SECOND + 1.5 * every.slow };

	it('larger than one poll is drained by the next ones, newer arrivals first noticed', async () => {
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

	it('is given oldest first within each poll', async () => {
		await poll();
		const added = arrive(600);
		answersTake(every.slow);
		const order = new Map(added.map((id, index) => [id, index]));

		for (let index = 0; index < 6; index++) {
			const places = (await pollIds(short)).map((id) => order.get(String(id)) ?? -1);
			expect(places).toEqual([...places].sort((a, b) => a - b));
		}
	});

	it('of a burst is given once though arrivals go on in every poll', async () => {
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

	it('keeps a poll within forty seconds where n8n would allow five minutes', async () => {
		await poll();
		arrive(3_000);
		answersTake(every.slow);
		const before = nowMs;

		await poll({ budgetMs: 300_000 });

		expect(nowMs - before).toBe(every.timeout);
	});

	it('of more than five walks stops new ones until one is drained, and loses nothing', async () => {
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

	it('goes on after a poll in between that failed', async () => {
		await poll();
		const added = arrive(500);
		answersTake(every.slow);
		const first = await pollIds(short);
		emulator.onAnswer(undefined);
		emulator.failNext({ status: 500 }, { times: 5 });
		await expect(poll()).rejects.toThrow();

		expect([...(await pollIds()), ...first]).toEqual(added);
	});

	it('stays small where a flood shares one instant, and all of it is given once', async () => {
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

describe('a cursor that the service no longer takes', () => {
	const REFUSED = { status: 422 };

	const short = { budgetMs: 5 * SECOND + 1.5 * every.slow };

	/** Two pages were given; the rest waits at a cursor that will be refused. */
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
	])('loses and repeats nothing of what arrived %s', async (_how, stepMs) => {
		const [added, first] = await leaveBacklog(500, stepMs);
		emulator.failNext(REFUSED, { when: hasCursor });

		const second = await pollIds();

		expect([...second, ...first]).toEqual(added);
		expect(await poll()).toBeNull();
		expect(walksLeft()).toEqual([]);
	});

	it('does not keep newer arrivals from being given once', async () => {
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

	it('is got over in several polls where the way down takes longer than one', async () => {
		const [added, first] = await leaveBacklog(900, 10);
		emulator.failNext(REFUSED, { when: hasCursor });
		answersTake(every.slow);

		const seen = [...first];
		for (let index = 0; index < 12; index++) seen.push(...(await pollIds(short)));

		expect(seen).toHaveLength(900);
		expect(new Set(seen)).toEqual(new Set(added));
	});

	it('is kept where there is no time to begin anew', async () => {
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

	it('is an error where the service refuses the list itself', async () => {
		await leaveBacklog(500, 10);
		const before = JSON.stringify(staticData);
		emulator.failNext(REFUSED, { times: 1, when: (request) => !hasCursor(request) });

		await expect(poll()).rejects.toThrow(/didn't accept the request/);
		expect(JSON.stringify(staticData)).toBe(before);
	});
});
