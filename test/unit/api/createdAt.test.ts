import { addTimes } from '../../../nodes/FormSubmissions/api/createdAt';

const T = Date.UTC(2026, 0, 31, 9);

describe('the time of a submission', () => {
	it('is its createdAt, or else that of the one before it', () => {
		const list = [
			{ id: 'undated' },
			{ id: 'dated', createdAt: new Date(T).toISOString() },
			{ id: 'unreadable', createdAt: 'yesterday' },
			{ id: 'not text', createdAt: 2026 },
		];

		expect(addTimes(list, T + 1).map(({ atMs }) => atMs)).toEqual([T + 1, T, T, T]);
	});
});
