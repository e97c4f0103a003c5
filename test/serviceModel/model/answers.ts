import type { Submission } from './submissions';

/** What the client gets: a complete response, or a broken connection. */
export type Answer = { status: number; headers: Record<string, string>; body: string } | 'cut';

export type Page = {
	rows: Submission[];
	limit: number;
	hasMore: boolean;
	nextCursor?: string;
	/** Against the specification. */
	withoutId: ReadonlySet<Submission>;
};

export function pageBody({ rows, limit, hasMore, nextCursor, withoutId }: Page): object {
	return {
		ok: true,
		data: rows.map((row) => (withoutId.has(row) ? { ...asSent(row), id: undefined } : asSent(row))),
		pagination: { limit, hasMore, nextCursor: nextCursor ?? null },
	};
}

export function errorBody(status: number): object {
	return { ok: false, error: { message: `Refused with ${status}` } };
}

const sent = new WeakMap<Submission, object>();

/** Created once per submission, because histories request the same ones again and again. */
function asSent(submission: Submission): object {
	const known = sent.get(submission) ?? write(submission);
	sent.set(submission, known);
	return known;
}

function write({ id, formId, status, isTest, createdMs, createdAt }: Submission): object {
	return {
		id,
		formId,
		data: { name: 'Ada', ...(isTest ? { _test: true } : {}) },
		files: [],
		meta: { submittedAt: new Date(createdMs).toISOString(), ip: '203.0.113.7' },
		spamScore: 0.1,
		status,
		tags: [],
		...(createdAt === undefined ? {} : { createdAt }),
	};
}
