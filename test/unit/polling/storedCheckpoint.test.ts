import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import type { Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { fromStored, toStored } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { MAX_KNOWN, type Territory } from '../../../nodes/FormSubmissions/polling/territory';
import { newWalk, type Walk } from '../../../nodes/FormSubmissions/polling/walk';
import { randomCases } from '../../support/search';
import {
	checkpointWith,
	keyOfId,
	known,
	leftWalk,
	manyKnown,
	MINUTE,
	stretchWith,
	T,
} from './builders';

const time = fc.integer({ min: 0, max: 2 * T });

const territory: fc.Arbitrary<Territory> = fc.record({
	floorMs: time,
	known: fc
		.array(fc.tuple(fc.string(), time), { maxLength: 5 })
		.map((entries) => new Map(entries.map(([id, atMs]) => [keyOfId(id), atMs]))),
});

const walk: fc.Arbitrary<Walk> = fc.record(
	{
		kind: fc.constantFrom('start', 'quick', 'full'),
		cursor: fc.string(),
		newestMs: time,
		next: territory,
		lastTimesMs: fc.array(time, { maxLength: 10 }),
		reachedMs: time,
		knownToMs: time,
		hasBegunAgain: fc.boolean(),
	},
	{
		requiredKeys: ['kind', 'lastTimesMs', 'reachedMs', 'knownToMs', 'hasBegunAgain'],
	},
);

const checkpoint: fc.Arbitrary<Checkpoint> = fc
	.tuple(
		territory,
		fc.record({
			question: fc.string(),
			walk: fc.option(walk, { nil: undefined }),
			aside: fc.array(
				fc.tuple(territory, walk).map(([area, one]) => ({ ...area, walk: one })),
				{ maxLength: 3 },
			),
			fullAtMachineMs: time,
			quietWalks: fc.nat(9),
		}),
	)
	.map(([area, rest]) => ({ ...area, ...rest }));

/** n8n stores static data as JSON. */
const saved = (stored: unknown): IDataObject => JSON.parse(JSON.stringify(stored)) as IDataObject;

const whole = checkpointWith({
	walk: leftWalk(),
	aside: [stretchWith(leftWalk({ next: undefined }), { known: known({ a: T }) })],
	fullAtMachineMs: T,
	quietWalks: 2,
});

describe('a stored checkpoint', () => {
	it('is read as written, even after n8n has saved it', () => {
		fc.assert(
			fc.property(checkpoint, (state) => {
				expect(fromStored(toStored(state))).toEqual(state);
				expect(fromStored(saved(toStored(state)))).toEqual(state);
			}),
			randomCases(100, 2_000),
		);
	});

	it('has the same form in every version that can read it', () => {
		expect(saved(toStored({ ...whole, known: new Map([['key_______', 35]]) }))).toEqual({
			question: whole.question,
			floorMs: T - 60 * MINUTE,
			known: 'key_______z',
			fullAtMachineMs: T,
			quietWalks: 2,
			walk: {
				...whole.walk,
				next: { floorMs: T - 605_000, known: '' },
			},
			aside: [
				{
					floorMs: T - 60 * MINUTE,
					known: expect.stringMatching(/^[\w-]{10}\w+$/),
					walk: saved(leftWalk({ next: undefined })),
				},
			],
		});
	});

	it('stays below 512 kB, with all that it may hold, at a million submissions a day', () => {
		const everyMs = 60_000 / 694;
		const many = (count: number) => manyKnown(count, (n) => Math.round(T - n * everyMs));
		const one = { floorMs: T, known: many(MAX_KNOWN) };
		const aside = Array.from({ length: 10 }, () => ({
			floorMs: T,
			known: many(500),
			walk: leftWalk({ next: undefined }),
		}));
		const full = checkpointWith({ ...one, walk: leftWalk({ next: one }), aside });

		expect(JSON.stringify(toStored(full)).length).toBeLessThan(512 * 1_024);
	});
});

describe('a damaged checkpoint', () => {
	const stored = saved(toStored(whole));
	const storedWalk = stored.walk as IDataObject;
	const [aside = {}] = stored.aside as IDataObject[];
	const withWalk = (changes: IDataObject) => ({ ...stored, walk: { ...storedWalk, ...changes } });
	const withAside = (one: unknown) => ({ ...stored, aside: [aside, one] });

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'damaged'],
		['a list', [stored]],
		['without its question', { ...stored, question: null }],
		['without its floor', { ...stored, floorMs: null }],
		['without what is known', { ...stored, known: undefined }],
		['of damaged IDs', { ...stored, known: 'abc' }],
		['with a walk that is null', { ...stored, walk: null }],
		['with a walk that is a text', { ...stored, walk: 'damaged' }],
		['with a walk of an unknown kind', withWalk({ kind: 'sideways' })],
		['with a walk that has prepared a text', withWalk({ next: 'damaged' })],
		['with a walk that has prepared no floor', withWalk({ next: { known: '' } })],
		['with a walk that has prepared no IDs', withWalk({ next: { floorMs: T } })],
		['with null put aside', withAside(null)],
		['with an area put aside that has no walk', withAside({ ...aside, walk: undefined })],
		['with a walk put aside that has no floor', withAside({ ...aside, floorMs: 'x' })],
		['with a walk put aside of an unknown kind', withAside({ ...aside, walk: { kind: 'up' } })],
	])('cannot be read if it is %s', (_what, damaged) => {
		expect(fromStored(damaged)).toBeUndefined();
	});

	it('makes full walks as if for the first time if it does not say when it last did', () => {
		const partly = { ...stored, fullAtMachineMs: 'x', quietWalks: null };

		expect(fromStored(partly)).toMatchObject({ fullAtMachineMs: 0, quietWalks: 0 });
	});

	it('has put nothing aside if it does not say so', () => {
		expect(fromStored({ ...stored, aside: undefined })).toMatchObject({ aside: [] });
	});

	it('walks from the newest submission if a walk does not say where it stands', () => {
		const damaged = Object.fromEntries(Object.keys(storedWalk).map((name) => [name, null]));
		const walkless = { ...stored, walk: { ...damaged, kind: 'full', next: undefined } };

		expect(fromStored(walkless)?.walk).toEqual({
			...newWalk('full'),
			hasBegunAgain: false,
		});
	});

	it('ignores last times that are not numbers', () => {
		expect(fromStored(withWalk({ lastTimesMs: [1, 'x', null] }))?.walk?.lastTimesMs).toEqual([1]);
	});
});
