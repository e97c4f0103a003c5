import { scattered, Play } from './play';
import type { History, N8nEvent, Phase, Trouble } from './arbitraries';
import { isWanted, type Submitted } from './world/ledger';
import { NOON } from './world/machine';
import type { Watcher } from './world/watcher';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The most that come in during a phase. */
const MOST = 3_000;

/** The most that may be stored (bytes). */
const MOST_STATE = 500_000;

/** Plays a history to its end and returns what broke the promise; empty if it was kept. */
export async function playHistory(history: History): Promise<string[]> {
	const play = setUp(history);
	try {
		await publishFirst(play, history);
		for (const phase of history.phases) await playPhase(play, history, phase);
		play.n8n.endMishaps();
		const delayed = await missingInTime(play, history);
		await endWell(play, history);
		const mayMiss = couldNotBeSeen(history, play);
		return [
			...delayed,
			...play.problems(mayMiss),
			...(await costProblems(play)),
			...(play.n8n.largestStateBytes > MOST_STATE
				? [`a state has ${play.n8n.largestStateBytes} bytes`]
				: []),
		];
	} finally {
		play.stop();
	}
}

/** A history and what it broke, as readable text. */
export function report({ phases, ...setting }: History, problems: string[]): string {
	const more = problems.length > 12 ? [`… and ${problems.length - 12} more`] : [];
	const told = phases.map((phase, index) => `${index + 1}. ${JSON.stringify(phase)}`);
	return ['', JSON.stringify(setting), ...told, '', ...problems.slice(0, 12), ...more].join('\n');
}

function setUp({ mode, service, leadSeconds, pageMs, ...history }: History): Play {
	const { startFromMinutes, ...options } = history.main;
	const startFromMs = startFromMinutes && NOON - startFromMinutes * MINUTE_MS;
	const main = { formId: undefined, ...options, startFromMs };
	const play = new Play({ mode, service, leadSeconds, main });
	play.network.pageMs = pageMs;
	const { before, beforeMinutes } = history;
	const everyMs = (beforeMinutes * MINUTE_MS) / Math.max(1, before);
	play.submit({ count: before, everyMs, inSeconds: -beforeMinutes * 60 });
	return play;
}

async function publishFirst(play: Play, { sibling }: History): Promise<void> {
	const nodes = [play.main];
	if (sibling !== 'none') nodes.push(play.addSibling());
	if (sibling === 'together') await play.publish(...nodes);
	else for (const node of sibling === 'earlier' ? nodes.reverse() : nodes) await play.publish(node);
}

async function playPhase(play: Play, history: History, phase: Phase): Promise<void> {
	const { minutes, trouble, events = [] } = phase;
	arrive(play, phase, history.areDelivered);
	if (trouble) begin(play, trouble);
	for (let minute = 0; minute < minutes; minute++) {
		if (trouble?.what === 'refusedCursors' && trouble.when === 'eachMinute') {
			refuseCursors(play, trouble.how);
		}
		await play.minute();
		for (const event of events) {
			if (event.atMinute % minutes === minute) await happen(play, event.what, event.inSeconds);
		}
	}
	await play.n8n.settle();
	if (trouble) end(play, history);
}

/** What comes in during the minutes of a phase. */
function arrive(play: Play, { arrivals, minutes }: Phase, areDelivered: boolean): void {
	const { perMinute, burst, burstEveryMs, burstInSeconds, isMixed, ...rest } = arrivals;
	const { lateEvery, lateSeconds, disorderMs } = rest;
	const count = Math.min(MOST, Math.round(perMinute * minutes));
	const everyMs = count > 0 ? (minutes * MINUTE_MS) / count : 0;
	const times = [
		...Array.from({ length: count }, (_, index) => (index * everyMs) / 1_000),
		...Array.from({ length: burst }, (_, index) => burstInSeconds + (index * burstEveryMs) / 1_000),
	];
	times.forEach((inSeconds, index) => {
		const isComingLate = lateEvery > 0 && index % lateEvery === 1;
		play.add(inSeconds, {
			lateSeconds: isComingLate ? 1 + scattered(index, lateSeconds - 1) : 0,
			offMs: scattered(index, 2 * disorderMs) - disorderMs,
			...(areDelivered ? {} : { isDelivered: false }),
			...(isMixed ? MIX[index % MIX.length] : {}),
		});
	});
}

const MIX = [{}, { formId: 'frm_b' }, { status: 'spam' as const }, { isTest: true }, {}];

function begin(play: Play, trouble: Trouble): void {
	const { service, network } = play;
	switch (trouble.what) {
		case 'fails': {
			const { how, where, every } = trouble;
			if (how === 'ECONNREFUSED' || how === 'ENOTFOUND') {
				network.outage = how;
				return;
			}
			let met = 0;
			const when = ({ url }: { url: string }) =>
				(where === 'everywhere' || url.includes('cursor=')) && ++met % every === 0;
			return service.failNext(how, { times: Infinity, when });
		}
		case 'slow':
			network.pageMs = trouble.pageMs;
			return;
		case 'brokenPage': {
			const ids = [...play.submissions.keys()];
			const id = ids[Math.floor((trouble.atPercent * ids.length) / 100)];
			if (id) service.breakRow(id, trouble.how);
			return;
		}
		case 'refusedCursors':
			if (trouble.when === 'once') refuseCursors(play, trouble.how);
			if (trouble.when === 'atRequest')
				network.next = {
					requests: trouble.request,
					// An empty page within the reading that got its cursor is the end of the list.
					happens: () => refuseCursors(play, trouble.how === 'emptyPage' ? 410 : trouble.how),
				};
			return;
		case 'shortCursors':
			return service.change({ cursorLifeMs: trouble.lifeMs });
		case 'keyUse':
			play.keyUse = trouble.requests;
	}
}

/** The service refuses the cursors that it has issued so far; or, if `how` is no status, takes each for the end of the list. */
export function refuseCursors({ service }: Play, how: number | string): void {
	if (typeof how === 'number') return service.refuseCursors(how);
	service.refuseCursors(410);
	const pagination = { limit: 100, hasMore: false, nextCursor: null };
	const body = JSON.stringify({ ok: true, data: [], pagination });
	service.onAnswer(({ url }, answer) =>
		answer.kind === 'response' && answer.status === 410 && url.includes('cursor=')
			? { ...answer, status: 200, body, fault: 'scripted' }
			: answer,
	);
}

function end(play: Play, { service, pageMs }: History): void {
	play.service.clearFaults();
	play.service.mendRows();
	play.service.onAnswer(undefined);
	play.service.change({ cursorLifeMs: service.cursorLifeMs });
	play.network.outage = undefined;
	play.network.next = undefined;
	play.network.pageMs = pageMs;
	play.keyUse = 0;
}

/** Something happens to n8n. */
async function happen(play: Play, event: N8nEvent, inSeconds: number): Promise<void> {
	const { n8n, main, sibling } = play;
	const publish = (nodes: Watcher[], change: () => void = () => {}) =>
		n8n.begin(inSeconds, async () => {
			change();
			await n8n.publish(nodes, 'update');
		});
	switch (event.what) {
		case 'restart':
			await n8n.passUntil(play.nowMs + inSeconds * 1_000);
			return await n8n.restart(event.downSeconds, event.endInMs);
		case 'killAtHandover':
			n8n.killMoment = event.moment;
			return;
		case 'killAtRequest':
			play.network.next = { requests: event.request, happens: () => n8n.end() };
			return;
		case 'publish':
			return publish([
				...(event.who === 'sibling' ? [] : [main]),
				...(event.who !== 'main' && sibling ? [sibling] : []),
			]);
		case 'disable': {
			const watcher = event.who === 'main' ? main : sibling;
			if (watcher)
				n8n.begin(inSeconds, async () => await n8n.disableFor(event.forSeconds, watcher));
			return;
		}
		case 'rename':
			if (sibling?.name === event.to) return;
			return publish([main], () => {
				// By then, the sibling may have taken the name.
				if (sibling?.name !== event.to) main.name = event.to;
			});
		case 'swapNames':
			if (!sibling) return;
			return publish([main, sibling], () => {
				[main.name, sibling.name] = [sibling.name, main.name];
			});
		case 'setClockBack':
			return n8n.begin(inSeconds, async () => play.machine.moveClock(-HOUR_MS));
		case 'suspend':
			return n8n.begin(inSeconds, async () => play.machine.suspend(HOUR_MS));
		case 'executeStep':
			return n8n.begin(inSeconds, async () => await n8n.executeStep(main).catch(() => {}));
	}
}

/** The time from one run of a backlog to the next, with some to spare (milliseconds). */
const RUN_MS = 55;

/**
 * Nothing goes wrong anymore: what hasn't come in two minutes, the pause between runs, and the time that a backlog
 * needs: for its runs, or at two requests a second, one of which is for the top of the list.
 */
async function missingInTime(play: Play, { pageMs, main }: History): Promise<string[]> {
	const { watchers } = play.n8n;
	const missing = watchers.flatMap(({ ledger }) => ledger.missingInTime(play.nowMs));
	const [first = play.nowMs] = missing.map(({ listedMs }) => listedMs).sort((a, b) => a - b);
	const above = [...play.submissions.values()].filter(({ listedMs }) => listedMs >= first);
	const pagesMs = (above.length / 100) * watchers.length * 2 * Math.max(500, pageMs + 20);
	const backlogMs = Math.max(pagesMs, above.length * RUN_MS);
	const untilMs = play.nowMs + (2 + (main.pauseMinutes ?? 0)) * MINUTE_MS + backlogMs;
	while (play.nowMs < untilMs) await play.minute();
	return watchers.flatMap(({ id, ledger }) =>
		ledger.missingInTime(untilMs).map((one) => `${id}: ${one.id} came late, or never`),
	);
}

/** From then on, everything has to come soon: with Look Back, triggers look for late ones once an hour. */
async function endWell(play: Play, { pageMs, main }: History): Promise<void> {
	const backlog = Math.ceil((play.submissions.size * (pageMs + 10)) / 4_000_000);
	await play.drain(30 + 3 * backlog + (main.lookBack === undefined ? 0 : 70 + backlog));
}

/**
 * Which late ones a trigger may miss: those of times with more IDs than it keeps. If cursors show the list as it was,
 * also those below a walk that a fault has held up.
 */
function couldNotBeSeen({ service, phases }: History, play: Play) {
	if (service.cursors === 'snapshot' && phases.some(({ trouble }) => trouble)) return () => true;
	const lists = new Map<Watcher, number[]>();
	const listOf = (watcher: Watcher) => {
		const known = lists.get(watcher);
		if (known) return known;
		const wanted = [...play.submissions.values()].filter((one) => isWanted(one, watcher.wanted));
		const list = wanted.map(({ listedMs }) => listedMs).sort((a, b) => a - b);
		lists.set(watcher, list);
		return list;
	};
	return (watcher: Watcher, { listedMs, visibleMs }: Submitted): boolean => {
		const { latenessMs } = watcher;
		const [fromMs, toMs] = [listedMs - 2 * latenessMs, visibleMs + 2 * latenessMs];
		const around = listOf(watcher).filter((atMs) => atMs >= fromMs && atMs <= toMs);
		return mostWithin(around, 2 * latenessMs) > MOST_SEEN;
	};
}

/** A trigger keeps 20,000 IDs, and looks at times twice as long as its lateness. */
const MOST_SEEN = 9_000;

/** The most of these times that lie within a span. */
function mostWithin(times: number[], spanMs: number): number {
	let most = 0;
	let first = 0;
	times.forEach((atMs, index) => {
		while ((times[first] ?? atMs) < atMs - spanMs) first++;
		most = Math.max(most, index - first + 1);
	});
	return most;
}

/** At the end, nothing is unfinished: each trigger asks once a minute, but to look for late ones. */
async function costProblems(play: Play): Promise<string[]> {
	const { watchers } = play.n8n;
	const before = watchers.map(({ requests }) => requests);
	await play.minutes(8);
	return watchers.flatMap(({ id, requests }, index) => {
		const asked = requests - (before[index] ?? 0);
		return asked > MOST_ASKED ? [`${id}: ends with ${asked} requests in eight minutes`] : [];
	});
}

/** In eight minutes, with one look for late ones. */
const MOST_ASKED = 60;
