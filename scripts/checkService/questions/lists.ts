import { DISORDER_MS } from '../../../nodes/FormSubmissions/api/createdAt';
import { isRecord } from '../../../nodes/FormSubmissions/general/records';
import type { Reply } from '../client';
import { asAssumed, differs, notSeen, type Outcome, type Question } from '../finding';
import { paginationOf, submissionsOf, type Observations, type Row } from '../observe';
import { describeReply } from '../shape';

const TOO_FEW = 'too few submissions';

export const LISTS: Question[] = [
	{
		id: 'pageSize',
		question: 'Page size',
		assumed: '100 is allowed',
		ask: askPageSize,
	},
	{
		id: 'order',
		question: 'Newest first by',
		assumed: `createdAt, at most ${DISORDER_MS / 1000} s off`,
		ask: ({ newest }) => askOrder(submissionsOf(newest)),
	},
	{
		id: 'includeTest',
		question: 'include_test',
		assumed: '"true" includes test submissions',
		ask: askIncludeTest,
	},
	{
		id: 'cursor',
		question: 'Next page',
		assumed: 'continues where the page ended, and can be used again',
		ask: askCursor,
	},
	{
		id: 'cursorLife',
		question: 'A cursor lives',
		assumed: 'longer than the time between polls',
		ask: askCursorLife,
	},
	{
		id: 'unknownForm',
		question: 'List of an unknown form',
		assumed: '404, or an empty list',
		ask: ({ unknownForm }) => askUnknownForm(unknownForm),
	},
];

function askPageSize({ newest, byDefault, aboveLimit }: Observations): Outcome {
	const above =
		aboveLimit.status === 200
			? `101 becomes ${sizeOfPage(aboveLimit)}`
			: `101 is refused (${aboveLimit.status})`;
	const found = `${sizeOfPage(byDefault)} by default; ${sizeOfPage(newest)} if 100 are requested; ${above}`;
	const { limit = 100 } = paginationOf(newest);
	if (limit === 100) return asAssumed(found);
	return differs(found, 'A list takes more requests than necessary.');
}

function sizeOfPage(reply: Reply): string {
	const limit = paginationOf(reply).limit;
	return typeof limit === 'number' ? String(limit) : '(not said)';
}

function askOrder(rows: Row[]): Outcome {
	if (rows.length < 2) return notSeen(TOO_FEW);
	const byCreation = disorderMs(rows.map(({ createdAt }) => createdAt));
	const bySubmission = disorderMs(rows.map(submittedAt));
	const other = bySubmission === 0 ? ' and meta.submittedAt' : '';
	if (byCreation === undefined) {
		return differs(
			'createdAt is not always a time',
			'Polling and "Received After" do not know when a submission was received.',
		);
	}
	if (byCreation === 0) return asAssumed(`createdAt${other}`);
	const found = `${bySubmission === 0 ? 'meta.submittedAt' : 'neither time'}; createdAt is up to ${Math.ceil(byCreation / 1000)} s off`;
	if (byCreation <= DISORDER_MS) return asAssumed(found);
	return differs(
		found,
		'Polling and "Received After" show an error if several are further off, and may miss submissions.',
	);
}

function submittedAt({ meta }: Row): unknown {
	return isRecord(meta) ? meta.submittedAt : undefined;
}

/** By how much a time is newer than one before it in the list, at most; undefined if one is no time. */
function disorderMs(times: unknown[]): number | undefined {
	let oldest = Infinity;
	let most = 0;
	for (const time of times) {
		const ms = typeof time === 'string' ? Date.parse(time) : NaN;
		if (Number.isNaN(ms)) return undefined;
		most = Math.max(most, ms - oldest);
		oldest = Math.min(oldest, ms);
	}
	return most;
}

function askIncludeTest(seen: Observations): Outcome {
	const results = seen.tests.map(({ value, reply }) => ({ value, effect: effectOf(reply, seen) }));
	const found = results.map(({ value, effect }) => `"${value}": ${effect}`).join('; ');
	const ofTrue = results.find(({ value }) => value === 'true')?.effect;
	if (ofTrue === 'includes tests') return asAssumed(found);
	if (ofTrue !== 'no tests') {
		return differs(found, 'With "Include Test Submissions", every request fails.');
	}
	if (results.every(({ effect }) => effect !== 'includes tests')) {
		return notSeen(`${found} (perhaps there are none)`);
	}
	return differs(found, '"Include Test Submissions" returns no test submissions.');
}

/** A submission that neither list marks is a test if only this one has it, and it hasn't just come in. */
function effectOf(reply: Reply, { newest }: Observations): string {
	if (reply.status !== 200) return `refused (${reply.status})`;
	const known = submissionsOf(newest);
	const ids = new Set(known.map(({ id }) => id));
	const latest = String(known[0]?.createdAt ?? '');
	const isTest = (row: Row) =>
		isMarked(row) || (!ids.has(String(row.id)) && String(row.createdAt) < latest);
	return submissionsOf(reply).some(isTest) ? 'includes tests' : 'no tests';
}

function isMarked(row: Row): boolean {
	return [row, row.data, row.meta].some((place) => isRecord(place) && place._test === true);
}

function askCursor({ newest, first, second, secondAgain }: Observations): Outcome {
	if (!second || !secondAgain) return notSeen(TOO_FEW);
	const lost = 'Lists fail, or repeat or skip submissions.';
	if (second.status !== 200 || submissionsOf(second).length === 0) {
		return differs(`refused: ${describeReply(second)}`, lost);
	}
	const idsOf = (reply: Reply) => submissionsOf(reply).map(({ id }) => id);
	const before = new Set(idsOf(first));
	const [next] = idsOf(second);
	if (before.has(next)) return differs('repeats submissions of the page before', lost);
	const listed = idsOf(newest);
	const expected = listed[listed.indexOf(idsOf(first).at(-1)) + 1];
	if (expected !== undefined && next !== expected) return differs('skips submissions', lost);
	if (idsOf(second).join() !== idsOf(secondAgain).join()) {
		return differs(
			`works once; again: ${secondAgain.status}`,
			'A request repeated after a lost response, and an interrupted poll, start over.',
		);
	}
	return asAssumed('continues where the page ended; the same again');
}

function askCursorLife({ secondLater }: Observations): Outcome {
	if (!secondLater || secondLater.length === 0) return notSeen('not asked: needs --long');
	const alive = secondLater.filter(({ reply }) => reply.status === 200).at(-1)?.minutes ?? 0;
	const refused = secondLater.find(({ reply }) => reply.status !== 200);
	if (!refused) return asAssumed(`${alive} min and more`);
	return differs(
		`more than ${alive} min; refused (${refused.reply.status}) after ${refused.minutes} min`,
		`Polls at least ${Math.max(alive, 1)} min apart start a backlog over each time: poll more often.`,
	);
}

function askUnknownForm(reply: Reply): Outcome {
	const found = describeReply(reply);
	if (reply.status === 404) return asAssumed(found);
	if (reply.status !== 200) {
		return differs(found, 'The error message gives a reason other than an unknown form.');
	}
	if (submissionsOf(reply).length === 0) return asAssumed('200, an empty list');
	return differs(
		'200, submissions of other forms',
		'A workflow whose form was deleted gets the submissions of all forms.',
	);
}
