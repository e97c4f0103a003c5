import { errorBody, pageBody, type Answer } from './answers';
import { readCursor, writeCursor, type Cursor, type CursorKind } from './cursors';
import { listName, matches, readQuery, type Query } from './query';
import { RateLimit, type ResetFormat } from './rateLimit';
import { Refusals, spoil } from './refusals';
import { Submissions, type Submission } from './submissions';

export type ServiceOptions = {
	cursors: CursorKind;
	resetFormat: ResetFormat;
	sendsDate: boolean;
	sendsRetryAfter: boolean;
	/** Also sends a cursor if `hasMore` is false. */
	cursorAtEnd: boolean;
	/** How long a cursor is accepted (milliseconds). */
	cursorLifeMs: number;
};

export const PLAIN_SERVICE: ServiceOptions = {
	cursors: 'place',
	resetFormat: 'secondsFromNow',
	sendsDate: true,
	sendsRetryAfter: true,
	cursorAtEnd: false,
	cursorLifeMs: Infinity,
};

/**
 * The read API, modeled independently from its specification, with everything that it leaves open
 * and that can go wrong. Pure: the time (Unix milliseconds, the service's clock) is an argument.
 */
export class Service {
	readonly submissions = new Submissions();

	readonly refusals = new Refusals();

	/** The service may send fewer rows per page than requested. */
	mostPerPage = 100;

	/** Submissions whose page can't be read, and why not. */
	readonly unreadable = new Map<string, 'status500' | 'noId'>();

	/** How many requests were received. */
	requests = 0;

	private readonly rateLimit: RateLimit;

	private refusedCursors = { issuedBeforeMs: -Infinity, status: 410 };

	constructor(private readonly options: ServiceOptions = PLAIN_SERVICE) {
		this.rateLimit = new RateLimit(options.resetFormat);
	}

	/** From now on, no previously issued cursor is accepted. */
	refuseCursors(issuedBeforeMs: number, status: number): void {
		this.refusedCursors = { issuedBeforeMs, status };
	}

	handle(path: string, query: URLSearchParams, nowMs: number): Answer {
		this.requests++;
		const isWithinLimit = this.rateLimit.take(nowMs);
		if (!isWithinLimit) return this.answer(429, errorBody(429), nowMs);
		const refusal = this.refusals.next();
		if (typeof refusal === 'number') return this.answer(refusal, errorBody(refusal), nowMs);
		if (refusal === 'cut') return 'cut';
		const { status, body } = this.route(path, query, nowMs);
		const refused = refusal === undefined ? body : spoil(refusal, body);
		return this.answer(status, refused, nowMs);
	}

	private route(path: string, query: URLSearchParams, nowMs: number) {
		if (path === '/v1/forms') return { status: 200, body: { ok: true, data: this.forms() } };
		if (path === '/v1/submissions') return this.list(readQuery(query), nowMs);
		return { status: 404, body: errorBody(404) };
	}

	private forms(): object[] {
		return ['frm_a', 'frm_b'].map((id) => ({
			id,
			name: `Form ${id}`,
			publicKey: `pk_${id}`,
			isTestMode: false,
			createdAt: '2026-01-01T00:00:00.000Z',
		}));
	}

	private list(query: Query | undefined, nowMs: number) {
		if (!query) return { status: 422, body: errorBody(422) };
		const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor);
		const refused = query.cursor === undefined ? undefined : this.refusalOf(cursor, query, nowMs);
		if (refused !== undefined) return { status: refused, body: errorBody(refused) };
		const asOfMs = this.options.cursors === 'snapshot' ? (cursor?.asOfMs ?? nowMs) : undefined;
		const most = Math.min(query.limit, this.mostPerPage);
		const isListed = (one: Submission) => one.visibleMs <= (asOfMs ?? nowMs) && matches(one, query);
		const found = this.submissions.list(cursor?.after, most + 1, isListed);
		const rows = found.slice(0, most);
		const faults = rows.map(({ id }) => this.unreadable.get(id));
		if (faults.includes('status500')) return { status: 500, body: errorBody(500) };
		const hasMore = found.length > most;
		const last = rows.at(-1);
		const nextCursor =
			last && (hasMore || this.options.cursorAtEnd)
				? writeCursor({
						after: { listedMs: last.listedMs, tie: last.tie },
						asOfMs,
						issuedMs: nowMs,
						query: listName(query),
					})
				: undefined;
		const withoutId = new Set(rows.filter((_, at) => faults[at] === 'noId'));
		const page = { rows, limit: most, hasMore, nextCursor, withoutId };
		return { status: 200, body: pageBody(page) };
	}

	private refusalOf(cursor: Cursor | undefined, query: Query, nowMs: number): number | undefined {
		if (!cursor || cursor.query !== listName(query)) return 422;
		const { issuedBeforeMs, status } = this.refusedCursors;
		if (nowMs - cursor.issuedMs > this.options.cursorLifeMs) return 410;
		return cursor.issuedMs < issuedBeforeMs ? status : undefined;
	}

	private answer(status: number, body: object | string, nowMs: number): Answer {
		const { sendsDate, sendsRetryAfter } = this.options;
		const retryAfter = String(Math.ceil(this.rateLimit.endsInMs(nowMs) / 1000));
		return {
			status,
			headers: {
				'content-type': isWebPage(body) ? 'text/html' : 'application/json',
				...this.rateLimit.headers(nowMs),
				...(sendsDate ? { date: new Date(nowMs).toUTCString() } : {}),
				...(status === 429 && sendsRetryAfter ? { 'retry-after': retryAfter } : {}),
			},
			body: typeof body === 'string' ? body : JSON.stringify(body),
		};
	}
}

function isWebPage(body: object | string): boolean {
	return typeof body === 'string' && body.startsWith('<');
}
