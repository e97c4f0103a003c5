import {
	startingFrom,
	toPage,
	type Checkpoint,
} from '../../../nodes/FormSubmissions/watching/checkpoint';
import { fromStored, toStored } from '../../../nodes/FormSubmissions/watching/stored';

const NOW = Date.UTC(2026, 0, 31, 12);

function checkpoint(ids: number, everyMs: number): Checkpoint {
	const submissions = Array.from({ length: ids }, (_, index) => ({
		id: `sub_${index}`,
		createdAt: new Date(NOW - index * everyMs).toISOString(),
	}));
	const walk = {
		lastTimesMs: [NOW, NOW - 500],
		placeMs: NOW - 1_000,
		edgeMs: NOW - 2_000,
		downToMs: NOW - 3_000,
	};
	const page = toPage({ submissions, nextCursor: null }, NOW);
	return {
		...startingFrom('target', NOW - 3_600_000),
		unfinished: [{ ...walk, cursor: 'cursor' }, walk],
		known: new Map(page.submissions.map(({ key, atMs }) => [key, atMs])),
	};
}

const throughDatabase = (stored: unknown): unknown => JSON.parse(JSON.stringify(stored));

it('a checkpoint is read as it was stored, but for the times of IDs, which are rounded up', () => {
	const before = checkpoint(50, 3_777);

	const { known, ...after } = fromStored(throughDatabase(toStored(before))) ?? {};

	expect(after).toEqual({ ...before, known: undefined });
	expect([...(known ?? [])]).toHaveLength(50);
	for (const [key, atMs] of known ?? []) {
		const roundedByMs = atMs - (before.known.get(key) ?? NaN);
		expect(roundedByMs).toBeGreaterThanOrEqual(0);
		expect(roundedByMs).toBeLessThan(10_000);
	}
});

it.each([86, 60_000])('20,000 IDs, %i ms apart, take less than 500 kB', (everyMs) => {
	expect(JSON.stringify(toStored(checkpoint(20_000, everyMs))).length).toBeLessThan(500_000);
});

it.each<[string, (stored: Record<string, unknown>) => unknown]>([
	['a text', () => 'damaged'],
	['no target', (stored) => ({ ...stored, target: undefined })],
	['no floor', (stored) => ({ ...stored, floorMs: null })],
	['no IDs', (stored) => ({ ...stored, known: undefined })],
	['IDs without a time', (stored) => ({ ...stored, known: { soon: 'aaaaaaaaa' } })],
	['a walk that is no walk', (stored) => ({ ...stored, unfinished: [{ cursor: 'cursor' }] })],
])('%s is not read as a checkpoint', (_what, damage) => {
	expect(fromStored(damage({ ...toStored(checkpoint(1, 1)) }))).toBeUndefined();
});
