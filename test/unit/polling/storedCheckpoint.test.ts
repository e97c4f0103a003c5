import fc from 'fast-check';

import type { Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { keyOfId, type KnownIds } from '../../../nodes/FormSubmissions/polling/knownIds';
import { fromStored, toStored } from '../../../nodes/FormSubmissions/polling/storedCheckpoint';
import type { Territory, Walk } from '../../../nodes/FormSubmissions/polling/walk';
import { checkpointWith, known, MINUTE, T, walkWith } from './builders';

const time = fc.integer({ min: 0, max: 2 * T });

const knownIds: fc.Arbitrary<KnownIds> = fc
	.array(fc.tuple(fc.string(), time), { maxLength: 5 })
	.map((entries) => new Map(entries.map(([id, atMs]) => [keyOfId(id), atMs])));

const territory: fc.Arbitrary<Territory> = fc.record({ floorMs: time, known: knownIds });

const walk: fc.Arbitrary<Walk> = fc.oneof(
	fc.record(
		{
			kind: fc.constantFrom('start' as const, 'newest' as const, 'late' as const),
			cursor: fc.string(),
			lastMs: fc.oneof(time, fc.constant(Infinity)),
			risesToMs: time,
		},
		{ requiredKeys: ['kind', 'lastMs'] },
	),
	fc.record({
		kind: fc.constant('rest' as const),
		cursor: fc.string(),
		lastMs: time,
		risesToMs: time,
		own: territory,
	}),
);

const checkpoint: fc.Arbitrary<Checkpoint> = fc.record({
	question: fc.string(),
	floorMs: time,
	known: knownIds,
	walks: fc.array(walk, { maxLength: 6 }),
	lookedLateAtMachineMs: time,
	quietLooks: fc.nat(9),
});

/** n8n stores static data as JSON. */
const saved = (stored: unknown): unknown => JSON.parse(JSON.stringify(stored));

describe('a stored state', () => {
	it('is read as written, even after n8n has saved it', () => {
		fc.assert(
			fc.property(checkpoint, (state) => {
				expect(fromStored(toStored(state))).toEqual(state);
				expect(fromStored(saved(toStored(state)))).toEqual(state);
			}),
		);
	});

	it('has the same form in every version that can read it', () => {
		const own = { floorMs: T - MINUTE, known: new Map([['restsKey__', 36]]) };
		const walks = [
			walkWith({ kind: 'start', lastMs: Infinity, cursor: undefined }),
			walkWith({ kind: 'rest', risesToMs: T, own }),
		];
		const state = checkpointWith({ known: new Map([['key_______', 35]]), walks, quietLooks: 2 });

		expect(saved(toStored(state))).toEqual({
			version: 2,
			question: state.question,
			floorMs: T,
			known: 'key_______z',
			lookedLateAtMachineMs: 0,
			quietLooks: 2,
			walks: [
				{ kind: 'start', lastMs: null },
				{
					kind: 'rest',
					cursor: 'cursor',
					lastMs: T,
					risesToMs: T,
					own: { floorMs: T - MINUTE, known: 'restsKey__10' },
				},
			],
		});
	});
});

describe('a partly damaged state', () => {
	const own = { floorMs: T - MINUTE, known: known({ b: T }) };
	const rest = walkWith({ kind: 'rest', own });
	const whole = toStored(checkpointWith({ walks: [walkWith(), rest] }));
	const [storedNewest, storedRest] = (whole.walks ?? []) as object[];
	const withWalks = (...walks: unknown[]) => ({ ...whole, walks });

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'damaged'],
		['a list', [whole]],
		['without a version', { ...whole, version: undefined }],
		['of another version', { ...whole, version: 3 }],
		['without its question', { ...whole, question: null }],
		['without its floor', { ...whole, floorMs: null }],
		['without what is known', { ...whole, known: undefined }],
		['of damaged IDs', { ...whole, known: 'abc' }],
		['without its walks', { ...whole, walks: undefined }],
		['with a walk that is null', withWalks(null)],
		['with a walk that is not an object', withWalks(storedNewest, 'damaged')],
		[
			'with a walk of an unknown kind',
			withWalks({ ...storedNewest, kind: 'sideways' }, storedRest),
		],
		['with a rest that has no part of the list', withWalks({ ...storedRest, own: undefined })],
		['with a rest whose part is a text', withWalks({ ...storedRest, own: 'damaged' })],
		['with a rest that has no floor', withWalks({ ...storedRest, own: { known: '' } })],
		['with a rest that has no IDs', withWalks({ ...storedRest, own: { floorMs: T } })],
	])('cannot be read if it is %s', (_what, stored) => {
		expect(fromStored(stored)).toBeUndefined();
	});

	it('checks for late submissions as if for the first time if it does not say when it last did', () => {
		const stored = { ...whole, lookedLateAtMachineMs: 'x', quietLooks: null };

		expect(fromStored(stored)).toMatchObject({ lookedLateAtMachineMs: 0, quietLooks: 0 });
	});

	it('walks from the newest submission if a walk does not say where it stands', () => {
		const stored = withWalks({ ...storedNewest, cursor: 1, lastMs: 'x', risesToMs: 'x' });

		expect(fromStored(stored)?.walks).toEqual([
			{ kind: 'newest', cursor: undefined, lastMs: Infinity, risesToMs: undefined, own: undefined },
		]);
	});
});
