import fc from 'fast-check';

import type { SubmissionStatus } from '../../emulator';
import { get, getPage, idsOf, NOW_MS, startEmulator, type Page } from './client';
import { randomCases } from '../../support/search';

const FILTERS = ['', '&status=new,spam', '&include_test=1', '&status=spam,quarantined,new'];

type Arrival = { offsetMs: number; status: SubmissionStatus; isTest: boolean };

const arrival: fc.Arbitrary<Arrival> = fc.record({
	// Only a few distinct times, so that many rows share one.
	offsetMs: fc.integer({ min: 0, max: 6 }),
	status: fc.constantFrom<SubmissionStatus>('new', 'new', 'spam', 'quarantined'),
	isTest: fc.boolean(),
});

describe('cursors', () => {
	it('return every submission there at the start exactly once and in order while others arrive', () => {
		fc.assert(
			fc.property(
				fc.array(arrival, { maxLength: 40 }),
				fc.array(fc.array(arrival, { maxLength: 5 }), { maxLength: 20 }),
				fc.integer({ min: 1, max: 9 }),
				fc.constantFrom(...FILTERS),
				fc.constantFrom('place', 'snapshot'),
				(existing, arrivals, limit, filter, cursors) => {
					const { emulator, key, form } = startEmulator({ rateLimited: false, cursors });
					const add = ({ offsetMs, status, isTest }: Arrival) =>
						emulator.addSubmission({
							formId: form.id,
							createdAt: NOW_MS + offsetMs,
							status,
							data: isTest ? { _test: true } : {},
						});
					existing.forEach(add);
					const expected = idsOf(getPage(emulator, key, `?limit=100${filter}`));

					const walked: string[] = [];
					let page: Page | undefined;
					do {
						const cursor = page ? `&cursor=${page.pagination.nextCursor}` : '';
						page = getPage(emulator, key, `?limit=${limit}${filter}${cursor}`);
						walked.push(...idsOf(page));
						arrivals.shift()?.forEach(add);
					} while (page.pagination.hasMore);

					expect(new Set(walked).size).toBe(walked.length);
					expect(walked.filter((id) => expected.includes(id))).toEqual(expected);
				},
			),
			randomCases(100),
		);
	});

	it('are refused with other filters or another workspace, and accepted with another limit', () => {
		const { emulator, key, form } = startEmulator();
		emulator.addSubmissions(form.id, 9);
		const foreignKey = emulator.addKey({ workspace: 'other' });
		const { nextCursor } = getPage(emulator, key, '?limit=2').pagination;
		const url = `/v1/submissions?cursor=${nextCursor}`;

		expect(get(emulator, key, `${url}&form_id=${form.id}`).status).toBe(422);
		expect(get(emulator, key, `${url}&status=new,spam`).status).toBe(422);
		expect(get(emulator, key, `${url}&include_test=1`).status).toBe(422);
		expect(get(emulator, foreignKey, url).status).toBe(422);
		expect(get(emulator, key, `${url}&status=new&limit=5`).status).toBe(200);
	});
});
