import type { Connection } from '../api/connection';
import { timed } from '../api/createdAt';
import { walkSubmissions } from '../api/submissions';
import type { SubmissionFilter } from '../api/types';
import { isSituation } from '../errors/errors';
import { LATEST_MS } from './knownIds';
import { endAfter, settledUpTo, withoutCursor, type Seen, type Territory, type Walk } from './walk';

/** A check for late submissions may take several polls; each leaves requests for others. */
const MOST_LATE_PAGES = 40;

/** Errors that are not about the cursor, but about the key, plan, rate limit, or connection. */
const NOT_ABOUT_CURSORS = [
	'keyRefused',
	'paymentRequired',
	'notPermitted',
	'rateLimited',
	'noConnection',
	'hostNotFound',
	'noResponseInTime',
	'blockedByN8n',
	'certificate',
] as const;

/** Where a poll fetches submissions, which ones, and until when (Unix milliseconds). */
export type Source = { connection: Connection; filter: SubmissionFilter; deadlineMs: number };

/**
 * Fetches page after page until the walk is over, its time is up, or a request fails. If the
 * service no longer accepts the walk's cursor, the walk begins again from the newest submission,
 * once.
 */
export async function fetchWalk(source: Source, walk: Walk, territory: Territory): Promise<Seen> {
	const seen = await fetchPages(source, walk, territory);
	if (!isCursorRefused(seen)) return seen;
	source.connection.context.logger.info(
		'Form Submissions: the service no longer accepts the cursor where the last poll stopped, so this poll reads the list from the start',
	);
	const anew = await fetchPages(source, withoutCursor(walk), territory);
	const hasSeen = anew.rows.length > 0 || anew.end !== 'cut';
	return hasSeen ? anew : { ...seen, error: anew.error };
}

function isCursorRefused({ walk, rows, error }: Seen): boolean {
	if (walk.cursor === undefined || rows.length > 0 || error === undefined) return false;
	return !NOT_ABOUT_CURSORS.some((situation) => isSituation(error, situation));
}

async function fetchPages(source: Source, walk: Walk, territory: Territory): Promise<Seen> {
	const { connection, filter, deadlineMs } = source;
	const startedMs = Date.now();
	const mostPages = walk.kind === 'late' ? MOST_LATE_PAGES : Infinity;
	const seen: Seen = {
		walk,
		territory,
		rows: [],
		end: 'cut',
		serviceNowMs: startedMs,
		cursor: walk.cursor,
	};
	if (startedMs >= deadlineMs) return seen;
	let pages = 0;
	try {
		for await (const page of walkSubmissions(connection, filter, Infinity, walk.cursor)) {
			const serviceNowMs = connection.budget.serviceNowMs(startedMs);
			const rows = timed(page.submissions, seen.rows.at(-1)?.atMs ?? firstTime(walk));
			if (++pages === 1) begin(seen, settledUpTo(rows, serviceNowMs));
			for (const row of rows) seen.rows.push(row);
			seen.serviceNowMs = connection.budget.serviceNowMs(Date.now());
			seen.cursor = page.nextCursor ?? undefined;
			const end = page.nextCursor === null ? 'list' : endAfter(seen, rows, serviceNowMs);
			if (end) return { ...seen, end };
			if (pages >= mostPages || Date.now() >= deadlineMs) return seen;
		}
	} catch (error) {
		seen.error = error;
	}
	return seen;
}

/** Sets what only the first page shows: how far the floor may rise, and the floor of a `start`. */
function begin(seen: Seen, settledMs: number | undefined): void {
	if (seen.walk.risesToMs !== undefined || settledMs === undefined) return;
	seen.walk = { ...seen.walk, risesToMs: settledMs };
	if (seen.walk.kind === 'start') seen.territory = { ...seen.territory, floorMs: settledMs };
}

/**
 * The time of a first submission whose own can't be read: that of the one before it. At the top of
 * the list, it counts as later than all others.
 */
function firstTime({ lastMs }: Walk): number {
	return Number.isFinite(lastMs) ? lastMs : LATEST_MS;
}
