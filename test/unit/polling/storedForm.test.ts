import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import { startingFrom, type Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { Known } from '../../../nodes/FormSubmissions/polling/known';
import {
	fromStored,
	readCheckpoint,
	toStored,
	writeCheckpoint,
} from '../../../nodes/FormSubmissions/polling/storedForm';
import type { Gap } from '../../../nodes/FormSubmissions/polling/walk';
import { pollContext } from '../../support/n8n';
import { randomCases } from '../../support/search';
import { T } from './rows';

const ms = fc.integer({ min: 1e12, max: 2e12 });

const known = fc
	.uniqueArray(fc.tuple(fc.stringMatching(/^[\w-]{10}$/), ms), { selector: ([key]) => key })
	.map((times) => Known.of(times));

const gap: fc.Arbitrary<Gap> = fc.record(
	{
		beganMs: ms,
		floorMs: ms,
		placeMs: ms,
		edgeMs: ms,
		lastTimesMs: fc.array(ms, { maxLength: 10 }),
		cursor: fc.string(),
		isLooking: fc.boolean(),
		isStart: fc.boolean(),
	},
	{
		requiredKeys: [
			'beganMs',
			'floorMs',
			'placeMs',
			'edgeMs',
			'lastTimesMs',
			'isLooking',
			'isStart',
		],
	},
);

const checkpoints: fc.Arbitrary<Checkpoint> = fc.record({
	target: fc.string(),
	// No known ID is below the floor, so that none is dropped.
	baseline: fc.record({ floorMs: fc.constant(1e12), known }),
	lastTopMs: ms,
	gaps: fc.array(gap, { maxLength: 5 }),
	fullAtMachineMs: ms,
	quietTops: fc.nat(5),
});

/** With IDs in the order of their keys. */
function readable({ baseline: { floorMs, known: ids }, ...rest }: Checkpoint) {
	return { ...rest, floorMs, known: ids.times().sort(([a], [b]) => (a < b ? -1 : 1)) };
}

const STORED = toStored(startingFrom('target', T));
const GAP = {
	beganMs: T,
	floorMs: T,
	placeMs: T,
	edgeMs: T,
	lastTimesMs: [T],
	isLooking: false,
	isStart: false,
};

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

	it('is read with a gap', () => {
		expect(fromStored({ ...STORED, gaps: [GAP] })?.gaps).toEqual([{ ...GAP, cursor: undefined }]);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['a text', 'text'],
		['a list', []],
		['an object without a target', { ...STORED, target: undefined }],
		['one without a baseline', { ...STORED, baseline: undefined }],
		['one without a floor', { ...STORED, baseline: { known: '' } }],
		['one whose IDs are damaged', { ...STORED, baseline: { floorMs: T, known: 'damaged' } }],
		['one with a gap that has no place', { ...STORED, gaps: [{ ...GAP, placeMs: undefined }] }],
		['one with a gap that has no edge', { ...STORED, gaps: [{ ...GAP, edgeMs: undefined }] }],
		['one with a gap that has no floor', { ...STORED, gaps: [{ ...GAP, floorMs: undefined }] }],
		['one with a gap that has no beginning', { ...STORED, gaps: [{ ...GAP, beganMs: undefined }] }],
		['one without gaps', { ...STORED, gaps: undefined }],
		['one without a time', { ...STORED, lastTopMs: null }],
		['one with a gap whose cursor is none', { ...STORED, gaps: [{ ...GAP, cursor: 5 }] }],
		['one with a gap whose times are none', { ...STORED, gaps: [{ ...GAP, lastTimesMs: ['a'] }] }],
		['one with a gap that may be of a start', { ...STORED, gaps: [{ ...GAP, isStart: 1 }] }],
		['one with a gap that may be looking', { ...STORED, gaps: [{ ...GAP, isLooking: 1 }] }],
		['one with a gap that is damaged', { ...STORED, gaps: [GAP, 'gap'] }],
		['one with a gap that is nothing', { ...STORED, gaps: [null] }],
	])('is not read from %s', (_what, stored) => {
		expect(fromStored(stored)).toBeUndefined();
	});
});

describe('the checkpoint of a trigger', () => {
	const trigger = (staticData: IDataObject) =>
		pollContext({
			kind: 'formSubmissionsPollingTrigger',
			parameters: {},
			nodeId: 'stored',
			staticData,
		});

	afterEach(forgetAll);

	it('is read again for its target, and for no other', () => {
		const staticData: IDataObject = {};
		expect(readCheckpoint(trigger(staticData), 'target')).toBeUndefined();

		writeCheckpoint(trigger(staticData), startingFrom('target', T));

		expect(readCheckpoint(trigger(staticData), 'target')).toEqual(startingFrom('target', T));
		expect(readCheckpoint(trigger(staticData), 'other')).toBeUndefined();
	});

	it('is not silently begun again if it is damaged', () => {
		const value = { ...STORED, gaps: ['gap'] };
		const staticData = { global: { stored: { nodeId: 'stored', counter: 1, value } } };

		expect(() => readCheckpoint(trigger(staticData), 'target')).toThrow(/Start From/);
	});
});
