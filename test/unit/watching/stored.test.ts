import {
	startingFrom,
	toPage,
	type Checkpoint,
} from '../../../nodes/FormSubmissions/watching/checkpoint';
import { fromText, toText } from '../../../nodes/FormSubmissions/watching/stored';

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
		searchedAtMachineMs: 5,
	};
	const made = startingFrom('target', NOW - 3_600_000);
	for (const one of toPage({ submissions, nextCursor: null }, NOW).submissions) made.known.add(one);
	return { ...made, unfinished: [{ ...walk, cursor: 'cursor' }, walk] };
}

it('a checkpoint is read as it was stored', () => {
	const before = checkpoint(50, 3_777);

	expect(fromText(toText(before))).toEqual(before);
});

it.each([86, 60_000])('20,000 IDs, %i ms apart, take less than 500 kB', (everyMs) => {
	expect(toText(checkpoint(20_000, everyMs)).length).toBeLessThan(500_000);
});

it.each<[string, (stored: Record<string, unknown>) => unknown]>([
	['a text', () => 'damaged'],
	['no target', (stored) => ({ ...stored, target: undefined })],
	['no floor', (stored) => ({ ...stored, floorMs: null })],
	['no IDs', (stored) => ({ ...stored, known: undefined })],
	['IDs without a time', (stored) => ({ ...stored, known: { soon: 'aaaaaaaaa' } })],
	['a walk that is no walk', (stored) => ({ ...stored, unfinished: [{ cursor: 'cursor' }] })],
])('%s is not read as a checkpoint', (_what, damage) => {
	const stored = JSON.parse(toText(checkpoint(1, 1))) as Record<string, unknown>;

	expect(fromText(JSON.stringify(damage(stored)))).toBeUndefined();
});

it.each([undefined, 7, '{'])('%p is not read as a checkpoint', (stored) => {
	expect(fromText(stored)).toBeUndefined();
});
