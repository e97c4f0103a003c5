import {
	firstVersionQuestion,
	fromFirstVersion,
} from '../../../nodes/FormSubmissions/polling/firstVersion';
import { checkpointWith, known, MINUTE, QUESTION, T } from './builders';

const BACKLOG = { cursor: 'next', floorMs: T - MINUTE, lastMs: T - 1, known: { b: T - 1 } };

const STORED = {
	version: 1,
	question: '["frm_1",[],false]',
	newestMs: T + MINUTE,
	floorMs: T,
	given: { a: T, c: T + MINUTE },
	deepLookAtMs: 5,
	backlogs: [],
};

describe('the state that the first version stored', () => {
	it('goes on at its floor, and knows what was returned', () => {
		expect(fromFirstVersion(STORED, QUESTION)).toEqual(
			checkpointWith({ floorMs: T, known: known({ a: T, c: T + MINUTE }) }),
		);
	});

	it('goes on with what is left of its walks, each in its own part of the list', () => {
		const own = { floorMs: T - MINUTE, known: known({ b: T - 1 }) };

		expect(fromFirstVersion({ ...STORED, backlogs: [BACKLOG] }, QUESTION)?.walks).toEqual([
			{ kind: 'rest', cursor: 'next', lastMs: T - 1, own },
		]);
	});

	it('begins above the highest of these parts, so that nothing is returned by two walks', () => {
		const backlogs = [
			{ ...BACKLOG, lastMs: T + 9 },
			{ ...BACKLOG, lastMs: T + 3 },
		];

		expect(fromFirstVersion({ ...STORED, backlogs }, QUESTION)?.floorMs).toBe(T + 10);
	});

	it('keeps its floor where that is higher', () => {
		expect(fromFirstVersion({ ...STORED, backlogs: [BACKLOG] }, QUESTION)?.floorMs).toBe(T);
	});

	it('has nothing left to walk where it does not say', () => {
		expect(fromFirstVersion({ ...STORED, backlogs: undefined }, QUESTION)?.walks).toEqual([]);
	});

	it('knows nothing by the names that every object has', () => {
		expect(fromFirstVersion({ ...STORED, given: {} }, QUESTION)?.known).toEqual(new Map());
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'damaged'],
		['a list', [STORED]],
		['of another version', { ...STORED, version: 2 }],
		['without a floor', { ...STORED, floorMs: null }],
		['without IDs', { ...STORED, given: undefined }],
		['with IDs without times', { ...STORED, given: { a: 'x' } }],
		['with a walk that is null', { ...STORED, backlogs: [null] }],
		['with a walk that is none', { ...STORED, backlogs: [BACKLOG, 'damaged'] }],
		['with a walk without cursor', { ...STORED, backlogs: [{ ...BACKLOG, cursor: null }] }],
		['with a walk without floor', { ...STORED, backlogs: [{ ...BACKLOG, floorMs: null }] }],
		['with a walk without place', { ...STORED, backlogs: [{ ...BACKLOG, lastMs: null }] }],
		['with a walk without IDs', { ...STORED, backlogs: [{ ...BACKLOG, known: [] }] }],
		[
			'with a walk with IDs without times',
			{ ...STORED, backlogs: [{ ...BACKLOG, known: { b: null } }] },
		],
	])('can not be read where it is %s', (_what, stored) => {
		expect(fromFirstVersion(stored, QUESTION)).toBeUndefined();
	});
});

describe('the question of a state of the first version', () => {
	it('is the one it was stored with', () => {
		expect(firstVersionQuestion(STORED)).toBe(STORED.question);
	});

	it.each<[string, unknown]>([
		['of another version', { ...STORED, version: 2 }],
		['no state', 'damaged'],
		['not there', undefined],
	])('is none where the state is %s', (_what, stored) => {
		expect(firstVersionQuestion(stored)).toBeUndefined();
	});
});
