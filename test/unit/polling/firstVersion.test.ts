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
	it('continues from its floor, and knows what was returned', () => {
		expect(fromFirstVersion(STORED, QUESTION)).toEqual(
			checkpointWith({ floorMs: T, known: known({ a: T, c: T + MINUTE }) }),
		);
	});

	it('continues its unfinished walks, each in its own part of the list', () => {
		const own = { floorMs: T - MINUTE, known: known({ b: T - 1 }) };

		expect(fromFirstVersion({ ...STORED, backlogs: [BACKLOG] }, QUESTION)?.walks).toEqual([
			{ kind: 'rest', cursor: 'next', lastMs: T - 1, own },
		]);
	});

	it('begins above the highest of these parts, so that no two walks return the same submission', () => {
		const backlogs = [
			{ ...BACKLOG, lastMs: T + 9 },
			{ ...BACKLOG, lastMs: T + 3 },
		];

		expect(fromFirstVersion({ ...STORED, backlogs }, QUESTION)?.floorMs).toBe(T + 10);
	});

	it('keeps its floor if that is higher', () => {
		expect(fromFirstVersion({ ...STORED, backlogs: [BACKLOG] }, QUESTION)?.floorMs).toBe(T);
	});

	it('has no unfinished walks if it names none', () => {
		expect(fromFirstVersion({ ...STORED, backlogs: undefined }, QUESTION)?.walks).toEqual([]);
	});

	it('does not take the names of object methods for known IDs', () => {
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
		['with IDs that have no times', { ...STORED, given: { a: 'x' } }],
		['with a walk that is null', { ...STORED, backlogs: [null] }],
		['with a walk that is not an object', { ...STORED, backlogs: [BACKLOG, 'damaged'] }],
		['with a walk that has no cursor', { ...STORED, backlogs: [{ ...BACKLOG, cursor: null }] }],
		['with a walk that has no floor', { ...STORED, backlogs: [{ ...BACKLOG, floorMs: null }] }],
		['with a walk that has no position', { ...STORED, backlogs: [{ ...BACKLOG, lastMs: null }] }],
		['with a walk that has no IDs', { ...STORED, backlogs: [{ ...BACKLOG, known: [] }] }],
		[
			'with a walk whose IDs have no times',
			{ ...STORED, backlogs: [{ ...BACKLOG, known: { b: null } }] },
		],
	])('cannot be read if it is %s', (_what, stored) => {
		expect(fromFirstVersion(stored, QUESTION)).toBeUndefined();
	});
});

describe('the question in a state of the first version', () => {
	it('is the one it was stored with', () => {
		expect(firstVersionQuestion(STORED)).toBe(STORED.question);
	});

	it.each<[string, unknown]>([
		['of another version', { ...STORED, version: 2 }],
		['no state', 'damaged'],
		['not there', undefined],
	])('is missing if the state is %s', (_what, stored) => {
		expect(firstVersionQuestion(stored)).toBeUndefined();
	});
});
