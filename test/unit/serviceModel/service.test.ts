import fc from 'fast-check';

import { PLAIN_SERVICE, Service } from '../../serviceModel/model/service';
import type { Submission } from '../../serviceModel/model/submissions';
import { randomCases } from '../../support/search';

const START = Date.UTC(2026, 2, 10, 12);

type Body = {
	ok: boolean;
	data: Array<{ id: string; createdAt?: string }>;
	pagination: { limit: number; hasMore: boolean; nextCursor: string | null };
};

let service: Service;

beforeEach(() => {
	service = new Service(PLAIN_SERVICE);
});

function add(id: string, changes: Partial<Submission> = {}): void {
	const createdMs = changes.createdMs ?? START;
	service.submissions.add({
		id,
		formId: 'frm_a',
		status: 'new',
		isTest: false,
		listedMs: createdMs,
		createdMs,
		createdAt: new Date(createdMs).toISOString(),
		visibleMs: createdMs,
		tie: service.submissions.all().length,
		...changes,
	});
}

function ask(query: Record<string, string>, nowMs = START) {
	const answer = service.handle('/v1/submissions', new URLSearchParams(query), nowMs);
	if (answer === 'cut') throw new Error('cut');
	return { ...answer, body: JSON.parse(answer.body) as Body };
}

function walk(nowMs: (page: number) => number, limit = '2'): string[] {
	const ids: string[] = [];
	let cursor: string | null | undefined;
	for (let page = 0; ; page++) {
		const { body } = ask({ limit, ...(cursor ? { cursor } : {}) }, nowMs(page));
		ids.push(...body.data.map(({ id }) => id));
		if (!body.pagination.hasMore) return ids;
		cursor = body.pagination.nextCursor;
	}
}

describe('the model of the service', () => {
	it('excludes quarantined submissions, spam, and tests unless requested', () => {
		add('sub_spam', { status: 'spam' });
		add('sub_test', { isTest: true });
		add('sub_new');

		expect(ask({}).body.data.map(({ id }) => id)).toEqual(['sub_new']);
		const all = ask({ status: 'new,quarantined,spam', include_test: 'true' }).body.data;
		expect(all).toHaveLength(3);
	});

	it.each<Record<string, string>>([
		{ limit: '0' },
		{ limit: '101' },
		{ status: 'old' },
		{ cursor: 'made-up' },
	])('refuses %p', (query) => {
		expect(ask(query).status).toBe(422);
	});

	it.each(['place', 'snapshot'] as const)(
		'neither skips nor repeats a row while new ones arrive (cursors: %s)',
		(cursors) => {
			const rows = fc.array(fc.record({ ageMs: fc.nat(5), lateMs: fc.nat(8) }), { maxLength: 20 });
			fc.assert(
				fc.property(rows, fc.integer({ min: 1, max: 4 }), (ofAges, limit) => {
					service = new Service({ ...PLAIN_SERVICE, cursors });
					ofAges.forEach(({ ageMs, lateMs }, index) => {
						const createdMs = START - ageMs;
						add(`sub_${index}`, { createdMs, visibleMs: createdMs + lateMs });
					});
					const there = service.submissions.all().filter(({ visibleMs }) => visibleMs <= START);

					const ids = walk((page) => START + page, String(limit));

					expect(new Set(ids).size).toBe(ids.length);
					for (const { id } of there) expect(ids).toContain(id);
					if (cursors === 'snapshot') expect(ids).toHaveLength(there.length);
				}),
				randomCases(100),
			);
		},
	);

	it('shows a late row below a cursor that names a place, but not below one of a snapshot', () => {
		const seen = (['place', 'snapshot'] as const).map((cursors) => {
			service = new Service({ ...PLAIN_SERVICE, cursors });
			for (let index = 0; index < 4; index++) add(`sub_${index}`, { createdMs: START - index });
			add('sub_late', { createdMs: START - 3, visibleMs: START + 1 });
			return walk((page) => START + page).includes('sub_late');
		});

		expect(seen).toEqual([true, false]);
	});

	it('refuses the 121st request within a minute, but not in the next minute', () => {
		for (let request = 0; request < 120; request++) ask({});

		expect(ask({}).status).toBe(429);
		expect(ask({}).headers['retry-after']).toBe('60');
		expect(ask({}, START + 60_000).status).toBe(200);
	});

	it('refuses requests as planned, and cursors from before a given moment', () => {
		for (let index = 0; index < 4; index++) add(`sub_${index}`, { createdMs: START - index });
		const cursor = ask({ limit: '2' }).body.pagination.nextCursor ?? '';
		service.refusals.plan({ skip: 1, count: 1, how: 503 });
		service.refuseCursors(START + 5, 410);

		expect(ask({}).status).toBe(200);
		expect(ask({}).status).toBe(503);
		expect(ask({ limit: '2', cursor }).status).toBe(410);
		const fresh = ask({ limit: '2' }, START + 6).body.pagination.nextCursor ?? '';
		expect(ask({ limit: '2', cursor: fresh }, START + 7).status).toBe(200);
	});
});
