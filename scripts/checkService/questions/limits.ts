import {
	parseDate,
	parseRateLimitReset,
	type ResetTime,
} from '../../../nodes/FormSubmissions/api/transport/headers';
import type { Reply } from '../client';
import { asAssumed, differs, type Outcome, type Question } from '../finding';

const WINDOW_MS = 60_000;
/** Whole seconds in headers, and the time that a response takes. */
const TOLERANCE_MS = 3000;
/** The nodes compare clocks from this difference on. */
const MAX_CLOCK_DIFFERENCE_MS = 2000;
const NO_PACE = 'The nodes learn of the limit only from refusals, and wait longer than necessary.';

export const LIMITS: Question[] = [
	{
		id: 'rateRemaining',
		question: 'X-RateLimit-Remaining',
		assumed: 'a number of requests, one less for each',
		ask: ({ replies }) => askRemaining(replies.filter(({ isOwnKey }) => isOwnKey)),
	},
	{
		id: 'rateReset',
		question: 'X-RateLimit-Reset',
		assumed: 'when the minute ends: a Unix time, a time from now, or a date',
		ask: ({ replies }) => askReset(replies.filter(({ isOwnKey }) => isOwnKey)),
	},
	{
		id: 'date',
		question: 'Date header and clock',
		assumed: 'there is one; it may differ from this clock',
		ask: ({ replies }) => askDate(replies),
	},
];

function askRemaining(replies: Reply[]): Outcome {
	const texts = replies.map(({ headers }) => headers['x-ratelimit-remaining']);
	if (texts.every((text) => text === undefined)) return differs('absent', NO_PACE);
	if (!texts.every((text) => /^\d+$/.test(text ?? ''))) {
		return differs('not always a whole number', NO_PACE);
	}
	const counts = texts.map(Number);
	const steps = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count);
	if (steps.every((step) => step === 0)) {
		return differs('always the same', 'The nodes run into refusals instead of waiting beforehand.');
	}
	// Where other workflows use the key, some steps are larger; a new minute makes one negative.
	const others = steps.some((step) => step > 1) ? ', more where others use the key' : '';
	return asAssumed(`a number, one less for each request${others}`);
}

type Reading = { text: string; reset: ResetTime; reply: Reply };

function askReset(replies: Reply[]): Outcome {
	const texts = replies.map(({ headers }) => headers['x-ratelimit-reset']);
	if (texts.every((text) => text === undefined)) return differs('absent', NO_PACE);
	// As in the nodes: one number that can only be milliseconds says what the others are.
	const isInMs = texts.some((text) => parseRateLimitReset(text, false)?.isInMilliseconds);
	const readings = replies.flatMap((reply, index): Reading[] => {
		const text = texts[index] ?? '';
		const reset = parseRateLimitReset(text, isInMs);
		return reset ? [{ text, reset, reply }] : [];
	});
	if (readings.length < replies.length) return differs('not always a time', NO_PACE);

	if (isInMs && fallsBySeconds(readings)) {
		return differs(
			'seconds from now, of more than a minute',
			'The nodes read it as milliseconds, and try again too soon.',
		);
	}
	const format = nameOf(readings, isInMs);
	const wrong = readings.find((reading) => !isWithinWindow(endsInMs(reading)));
	if (!wrong) return asAssumed(format);
	const minutes = Math.round(endsInMs(wrong) / 60_000);
	return differs(
		`read as ${format}, but then ${minutes < 0 ? 'in the past' : `${minutes} min away`}`,
		'The nodes misread it, or the window is not a minute: after the limit, they try again too soon or too late.',
	);
}

function isSoonAfter({ reply }: Reading, first: Reading | undefined): boolean {
	return first !== undefined && reply.receivedAtMs - first.reply.receivedAtMs < WINDOW_MS / 2;
}

/** Whether a number from now falls by far less than one a millisecond. */
function fallsBySeconds(readings: Reading[]): boolean {
	const [first] = readings;
	const last = readings.filter((one) => isSoonAfter(one, first)).at(-1);
	if (first?.reset.kind !== 'fromNow' || last?.reset.kind !== 'fromNow') return false;
	const fallen = first.reset.latestMs - last.reset.latestMs;
	const elapsedMs = last.reply.receivedAtMs - first.reply.receivedAtMs;
	return fallen > 0 && fallen < elapsedMs / 2;
}

function nameOf([reading]: Reading[], isInMs: boolean): string {
	if (reading?.reset.kind === 'fromNow')
		return isInMs ? 'milliseconds from now' : 'seconds from now';
	const text = reading?.text ?? '';
	if (/^\d{13}/.test(text)) return 'Unix milliseconds';
	if (/^\d+(\.\d+)?$/.test(text)) return 'Unix seconds';
	return /^\d{4}-/.test(text) ? 'ISO 8601 date' : 'HTTP date';
}

function endsInMs({ reset, reply }: Reading): number {
	if (reset.kind === 'fromNow') return reset.latestMs;
	return reset.latestMs - (parseDate(reply.headers.date) ?? reply.receivedAtMs);
}

function isWithinWindow(ms: number): boolean {
	return ms >= -TOLERANCE_MS && ms <= WINDOW_MS + TOLERANCE_MS;
}

function askDate(replies: readonly Reply[]): Outcome {
	const leads = replies.flatMap(({ headers, receivedAtMs }) => {
		const date = parseDate(headers.date);
		return date === undefined ? [] : [date - receivedAtMs];
	});
	if (leads.length < replies.length) {
		return differs(
			'not on every response',
			'If clocks differ, the nodes wait too long or not long enough after the limit.',
		);
	}
	const leadMs = Math.max(...leads);
	// `Date` has whole seconds: it shows up to one less than it is.
	if (Math.abs(leadMs) <= MAX_CLOCK_DIFFERENCE_MS)
		return asAssumed('there; clocks agree within 2 s');
	const seconds = Math.round(Math.abs(leadMs) / 1000);
	return asAssumed(`there; ${seconds} s ${leadMs > 0 ? 'ahead of' : 'behind'} this machine`);
}
