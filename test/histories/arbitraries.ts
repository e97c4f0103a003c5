import fc from 'fast-check';

import type { Fault } from '../emulator';

/** What an arbitrary generates. */
type ValueOf<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

/** What a request meets in place of the service's response; a text in capitals is an error of the connection. */
const fault = fc.constantFrom<Fault | 'ECONNREFUSED' | 'ENOTFOUND'>(
	...[401, 402, 403, 404, 408, 429, 500, 501, 503].map((status) => ({ status })),
	{ status: 429, headers: { 'retry-after': '30' } },
	{ redirect: 'https://status.example.com/' },
	'notOk',
	'noCursor',
	'noData',
	'brokenJson',
	'html',
	'cut',
	'hang',
	'reset',
	'ECONNREFUSED',
	'ENOTFOUND',
);

/** What goes wrong with the service for some time, one thing at a time. */
const trouble = fc.oneof(
	fc.record({
		what: fc.constant('fails'),
		how: fault,
		/** Only pages behind a cursor, or every request. */
		where: fc.constantFrom('everywhere', 'behindCursors'),
		/** Every so manieth of these requests. */
		every: fc.constantFrom(1, 1, 2, 7),
	}),
	fc.record({ what: fc.constant('slow'), pageMs: fc.constantFrom(6_000, 12_000, 20_000, 40_000) }),
	// A page that can't be read: that of one of the submissions.
	fc.record({
		what: fc.constant('brokenPage'),
		atPercent: fc.integer({ min: 0, max: 99 }),
		how: fc.constantFrom('status500', 'noId'),
	}),
	// Cursors issued so far are refused, or end the list at once: in each minute, or during a reading.
	fc.record({
		what: fc.constant('refusedCursors'),
		how: fc.constantFrom(400, 404, 409, 410, 422, 'emptyPage'),
		when: fc.constantFrom('once', 'eachMinute', 'atRequest'),
		request: fc.integer({ min: 2, max: 12 }),
	}),
	fc.record({ what: fc.constant('shortCursors'), lifeMs: fc.constantFrom(10_000, 90_000) }),
	// Something else uses the key.
	fc.record({ what: fc.constant('keyUse'), requests: fc.constantFrom(60, 115, 120) }),
);

const inSeconds = fc.constantFrom(0, 0.02, 0.06, 0.13, 0.4, 2, 10, 30);

const downSeconds = fc.constantFrom(1, 40, 900, 7_200);

/** What happens to n8n in everyday life. */
const daily = fc.oneof(
	fc.record({ what: fc.constant('publish'), who: fc.constantFrom('main', 'sibling', 'both') }),
	fc.record({ what: fc.constant('restart'), downSeconds, endInMs: fc.constant(undefined) }),
	fc.record({
		what: fc.constant('disable'),
		who: fc.constantFrom('main', 'sibling'),
		forSeconds: fc.constantFrom(5, 40, 300),
	}),
	fc.constantFrom(
		{ what: 'rename', to: 'Renamed' } as const,
		{ what: 'rename', to: 'Main' } as const,
		{ what: 'swapNames' } as const,
		{ what: 'executeStep' } as const,
		{ what: 'setClockBack' } as const,
		{ what: 'suspend' } as const,
	),
);

/** What goes wrong with n8n. */
const mishap = fc.oneof(
	fc.record({
		what: fc.constant('restart'),
		downSeconds,
		endInMs: fc.constantFrom(0, 20, 60, 130, 400, 2_000, 10_000, 30_000),
	}),
	fc.record({
		what: fc.constant('killAtHandover'),
		moment: fc.constantFrom('beforeBoth', 'stateOnly', 'afterBoth'),
	}),
	fc.record({ what: fc.constant('killAtRequest'), request: fc.integer({ min: 1, max: 8 }) }),
);

export type N8nEvent = ValueOf<typeof daily> | ValueOf<typeof mishap>;

export type Trouble = ValueOf<typeof trouble>;

/** Submissions that come in during a phase. */
const arrivals = fc.record({
	perMinute: fc.constantFrom(0, 0.2, 1, 1, 5, 20, 60, 300),
	/** In one instant, some seconds after the phase has begun. */
	burst: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(0) },
		{ weight: 2, arbitrary: fc.integer({ min: 1, max: 130 }) },
		{ weight: 1, arbitrary: fc.constantFrom(250, 600, 1_500) },
	),
	burstEveryMs: fc.constantFrom(0, 1, 20, 100),
	burstInSeconds: fc.integer({ min: 0, max: 590 }).map((tenth) => tenth / 10),
	/** Every so manieth becomes visible late, by up to so many seconds. */
	lateEvery: fc.constantFrom(0, 0, 20, 3),
	lateSeconds: fc.constantFrom(30, 90, 570, 600, 1_300, 9_000, 200_000),
	/** The list's order is by `createdAt`, but for five seconds. */
	disorderMs: fc.constantFrom(0, 0, 300, 2_400),
	/** Whether all are of the main trigger's form, new, and no tests. */
	isMixed: fc.boolean(),
});

const minutes = fc.oneof(
	{ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) },
	{ weight: 2, arbitrary: fc.integer({ min: 13, max: 60 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 61, max: 150 }) },
);

const phase = fc.record(
	{
		minutes,
		arrivals,
		trouble,
		/** In the so manieth minute of the phase, and so many seconds after it has begun. */
		events: fc.array(
			fc.record({ atMinute: fc.nat({ max: 11 }), inSeconds, what: fc.oneof(daily, mishap) }),
			{ maxLength: 2 },
		),
	},
	{ requiredKeys: ['minutes', 'arrivals'] },
);

/** Some minutes, with what comes in and what happens meanwhile. At most one thing goes wrong at a time. */
export type Phase = ValueOf<typeof phase>;

const service = fc.record({
	cursors: fc.constantFrom('place', 'snapshot'),
	resetFormat: fc.constantFrom('secondsFromNow', 'unixSeconds', 'unixMilliseconds'),
	cursorAtEnd: fc.boolean(),
	cursorLifeMs: fc.constantFrom(Infinity, Infinity, 1_800_000, 300_000),
});

const main = fc.record(
	{
		formId: fc.constant('frm_a'),
		statuses: fc.constantFrom<Array<'new' | 'spam'>>(['new'], ['new', 'spam'], []),
		includeTest: fc.boolean(),
		simplify: fc.boolean(),
		startFromMinutes: fc.constantFrom(11, 60, 1_440),
		lookBack: fc.constantFrom(1, 3),
		runFor: fc.constant('together'),
		pauseMinutes: fc.constantFrom(1, 7),
	},
	{ requiredKeys: ['includeTest', 'simplify'] },
);

const anyHistories = fc.record({
	mode: fc.constantFrom('default', 'legacy'),
	/** Whether the service reaches n8n: with two of three. */
	areDelivered: fc.boolean(),
	service,
	leadSeconds: fc.constantFrom(0, 0, 3, -3, 30),
	/** How long a page takes when nothing is wrong. */
	pageMs: fc.constantFrom(50, 50, 300, 1_000, 2_500, 5_000),
	main,
	sibling: fc.constantFrom('none', 'none', 'together', 'earlier', 'later'),
	/** How many there are when the trigger is published, evenly over how many minutes. */
	before: fc.constantFrom(0, 3, 40, 150, 900, 2_000),
	beforeMinutes: fc.constantFrom(1, 20, 120, 1_200),
	phases: fc.array(phase, { minLength: 1, maxLength: 5, size: 'max' }),
});

/** A history of the service, n8n, and what goes wrong between them. */
export type History = ValueOf<typeof anyHistories>;

export const histories = anyHistories.map((history): History => {
	const { main, phases } = history;
	return {
		...history,
		main: { ...main, pauseMinutes: main.runFor && main.pauseMinutes },
		phases: phases.map(({ events, arrivals, ...one }) => ({
			...one,
			arrivals: main.lookBack === undefined ? withoutVeryLate(arrivals) : arrivals,
			events: events?.filter((event) => !one.trouble || isDaily(event)),
		})),
	};
});

/** Nobody waits for what becomes visible later than a trigger looks for it. */
function withoutVeryLate(one: Phase['arrivals']): Phase['arrivals'] {
	return one.lateSeconds > 1_300 ? { ...one, lateSeconds: 1_300 } : one;
}

function isDaily({ what }: { what: N8nEvent }): boolean {
	if (what.what === 'restart') return what.endInMs === undefined;
	return !['killAtHandover', 'killAtRequest'].includes(what.what);
}
