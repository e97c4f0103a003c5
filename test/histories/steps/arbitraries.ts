import fc from 'fast-check';

import type { Fault } from '../../emulator';
import { arrivals, tenths, type ValueOf } from './arrivals';

const HOURS = [0, 1, -1, 3, -5];

const STATUSES = [401, 402, 403, 404, 410, 422, 429, 500, 503, 501];

const fault = fc.constantFrom<Fault>(
	...STATUSES.map((status) => ({ status })),
	{ status: 429, headers: { 'retry-after': '30' } },
	'notOk',
	'noCursor',
	'noData',
	'brokenJson',
	'html',
	'cut',
);

const maxPageSize = fc.constantFrom(100, 100, 1, 2, 3, 7, 40);

const latencyMs = fc.constantFrom(50, 50, 300, 2_000, 9_000, 20_000, 40_000);

const poll = fc.record(
	{
		do: fc.constant('poll'),
		/** Since the last poll. */
		afterMinutes: fc.constantFrom(1, 1, 1, 10, 60, 1_440),
		siblingInSeconds: fc.constantFrom(0, 1, 20),
		againInSeconds: fc.constantFrom(1, 5, 30),
		/** The workflow is published again while it polls. */
		publishInSeconds: fc.constantFrom(0, 0, 1, 5, 30),
	},
	{ requiredKeys: ['do'] },
);

const submit = fc.record({ do: fc.constant('submit'), arrival: arrivals(tenths(0, 59)) });

const refuse = fc.record({
	do: fc.constant('refuse'),
	skip: fc.integer({ min: 0, max: 6 }),
	count: fc.constantFrom(1, 1, 2, 5, 12),
	how: fault,
});

const n8nStep = fc.oneof(
	fc.record({
		do: fc.constant('restart'),
		downSeconds: fc.constantFrom(1, 40, 900, 7_200),
	}),
	fc.record({
		do: fc.constant('kill'),
		moment: fc.constantFrom('beforeBoth', 'stateOnly', 'itemsOnly', 'afterBoth'),
	}),
	fc.record({
		do: fc.constant('stop'),
		during: fc.constantFrom('start', 'poll'),
		inMs: fc.constantFrom(0, 20, 60, 130, 400, 2_000, 10_000, 30_000),
	}),
	fc.record({
		do: fc.constant('killAtRequest'),
		number: fc.integer({ min: 1, max: 6 }),
	}),
	fc.record({
		do: fc.constant('publish'),
		who: fc.constantFrom('main', 'sibling', 'both'),
	}),
	fc.record({ do: fc.constant('rename'), to: fc.constantFrom('Main', 'Renamed') }),
	fc.constantFrom(
		{ do: 'failToCommit' },
		{ do: 'swapNames' },
		{ do: 'replaceSibling' },
		{ do: 'fetchTestEvent' },
	),
);

export type N8nStep = ValueOf<typeof n8nStep>;

const step = fc.oneof(
	{ weight: 8, arbitrary: poll },
	{ weight: 6, arbitrary: submit },
	{ weight: 2, arbitrary: refuse },
	{ weight: 2, arbitrary: n8nStep },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('refuseCursors'),
			status: fc.constantFrom(404, 410, 422, 500),
		}),
	},
	// A page that can't be read, until the end of the history: that of one of the submissions.
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('breakPage'),
			at: fc.double({ min: 0, max: 1, noNaN: true }),
			how: fc.constantFrom('status500', 'noId'),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('serve'), maxPageSize, latencyMs }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('setClock'),
			leadHours: fc.constantFrom(...HOURS),
		}),
	},
);

type DateHeader = 'present' | 'absent';

/** What happens next in a history. */
export type Step = ValueOf<typeof step>;

const service = fc.record({
	cursors: fc.constantFrom('place', 'snapshot'),
	resetFormat: fc.constantFrom(
		'secondsFromNow',
		'millisecondsFromNow',
		'unixSeconds',
		'unixMilliseconds',
		'iso',
		'httpDate',
	),
	dateHeader: fc.constantFrom<DateHeader>('present', 'absent'),
	retryAfter: fc.constantFrom('seconds', 'absent'),
	cursorAtEnd: fc.boolean(),
	cursorLifeMs: fc.constantFrom(Infinity, Infinity, 300_000, 90_000),
});

const main = fc.record(
	{
		formId: fc.constant('frm_a'),
		statuses: fc.constantFrom<Array<'new' | 'spam'>>(['new'], ['new', 'spam'], []),
		includeTest: fc.boolean(),
		simplify: fc.boolean(),
		startFromMinutes: fc.constantFrom(11, 60),
	},
	{ requiredKeys: ['includeTest', 'simplify'] },
);

const anyHistories = fc.record({
	mode: fc.constantFrom('default', 'durable'),
	service,
	leadHours: fc.constantFrom(...HOURS),
	main,
	sibling: fc.constantFrom('none', 'together', 'earlier', 'later'),
	before: fc.array(arrivals(tenths(-1_200, -1)), { maxLength: 4 }),
	maxPageSizeAtStart: maxPageSize,
	steps: fc.array(step, { maxLength: 40, size: 'max' }),
});

/** A history of the service, n8n, and what goes wrong between them. */
export type History = ValueOf<typeof anyHistories>;

export const histories = anyHistories.map(withHonestClock);

/** A service that doesn't send `Date` has the time of n8n's machine: nothing could show otherwise. */
function withHonestClock(history: History): History {
	const isOff = (one: Step) => one.do === 'setClock' && one.leadHours !== 0;
	const needsDate = history.leadHours !== 0 || history.steps.some(isOff);
	if (!needsDate) return history;
	return { ...history, service: { ...history.service, dateHeader: 'present' } };
}
