import fc from 'fast-check';

import { startingFrom, type Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { Known } from '../../../nodes/FormSubmissions/polling/known';
import { fromStored, toStored } from '../../../nodes/FormSubmissions/polling/storedForm';
import type { Gap } from '../../../nodes/FormSubmissions/polling/walk';
import { randomCases } from '../../support/search';
import { T } from './rows';

const ms = fc.integer({ min: 1e12, max: 2e12 });

const known = fc
	.uniqueArray(fc.tuple(fc.stringMatching(/^[\w-]{10}$/), ms), { selector: ([key]) => key })
	.map((times) => Known.of(times));

const gap: fc.Arbitrary<Gap> = fc.record(
	{
		// Everything that it knows is within it, so that nothing of it is dropped.
		id: fc.nat(9),
		floorMs: fc.constant(0),
		placeMs: fc.constant(3e12),
		known,
		edgeMs: ms,
		lastTimesMs: fc.array(ms, { maxLength: 10 }),
		cursor: fc.string(),
		isLooking: fc.boolean(),
		startedMs: ms,
	},
	{ requiredKeys: ['id', 'floorMs', 'placeMs', 'known', 'edgeMs', 'lastTimesMs', 'isLooking'] },
);

const checkpoints: fc.Arbitrary<Checkpoint> = fc.record({
	target: fc.string(),
	baseline: fc.record({ floorMs: ms, known }),
	newestMs: ms,
	gaps: fc.array(gap, { maxLength: 5 }),
	fullAtMachineMs: ms,
	quietTops: fc.nat(5),
});

/** With IDs in the order of their times. */
function plain<B extends { known: Known }>({ known: ids, ...rest }: B) {
	return { ...rest, known: ids.times().sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function readable({ baseline, gaps, ...rest }: Checkpoint) {
	return { ...rest, baseline: plain(baseline), gaps: gaps.map(plain) };
}

const STORED = toStored(startingFrom('target', T));

describe('a checkpoint', () => {
	it('is read as it was stored, whatever is in it', () => {
		fc.assert(
			fc.property(checkpoints, (checkpoint) => {
				const json: unknown = JSON.parse(JSON.stringify(toStored(checkpoint)));
				const read = fromStored(json);

				expect(read && readable(read)).toEqual(readable(checkpoint));
			}),
			randomCases(100),
		);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['a text', 'text'],
		['a list', []],
		['an object without a target', { ...STORED, target: undefined }],
		['one without a baseline', { ...STORED, baseline: undefined }],
		['one without a floor', { ...STORED, baseline: { known: '' } }],
		['one whose IDs are damaged', { ...STORED, baseline: { floorMs: T, known: 'damaged' } }],
		[
			'one with a gap that has no place',
			{ ...STORED, gaps: [{ id: 1, floorMs: T, known: '', edgeMs: T }] },
		],
		[
			'one with a gap that has no edge',
			{ ...STORED, gaps: [{ id: 1, floorMs: T, known: '', placeMs: T }] },
		],
		['one with a gap that is damaged', { ...STORED, gaps: ['gap'] }],
	])('is not read from %s', (_what, stored) => {
		expect(fromStored(stored)).toBeUndefined();
	});

	it('is read without what only saves requests', () => {
		const { target, baseline } = STORED;

		expect(fromStored({ target, baseline })).toMatchObject({
			newestMs: T,
			gaps: [],
			fullAtMachineMs: 0,
			quietTops: 0,
		});
	});

	it('is read without a cursor or times of a wrong type', () => {
		const damaged = {
			id: 1,
			floorMs: T,
			known: '',
			placeMs: T,
			edgeMs: T,
			cursor: 5,
			lastTimesMs: ['a', T],
		};

		const [read] = fromStored({ ...STORED, gaps: [damaged] })?.gaps ?? [];

		expect(read).toMatchObject({ cursor: undefined, lastTimesMs: [T], startedMs: undefined });
	});
});
