import {
	beginsAtNewest,
	startingAt,
	startingNow,
} from '../../../nodes/FormSubmissions/polling/checkpoint';
import { checkpointWith, QUESTION, T, walkWith } from './builders';

const rests = (count: number) => Array.from({ length: count }, () => walkWith({ kind: 'rest' }));

describe('a trigger that starts at a time', () => {
	it('knows no submission from that time on, and has no unfinished walk', () => {
		expect(startingAt(QUESTION, T)).toEqual({
			question: QUESTION,
			floorMs: T,
			known: new Map(),
			walks: [],
			lookedLateAtMachineMs: 0,
			quietLooks: 0,
		});
	});
});

describe('a trigger that starts now', () => {
	it('first records what is there, from the newest submission on', () => {
		expect(startingNow(QUESTION)).toEqual({
			...startingAt(QUESTION, 0),
			walks: [{ kind: 'start', lastMs: Infinity }],
		});
	});

	it('begins no other walk until then', () => {
		expect(beginsAtNewest(startingNow(QUESTION))).toBe(false);
	});
});

describe('a poll', () => {
	it('begins at the newest submission if no walk is unfinished', () => {
		expect(beginsAtNewest(checkpointWith())).toBe(true);
	});

	it('begins at the newest submission until five walks are unfinished', () => {
		expect(beginsAtNewest(checkpointWith({ walks: rests(4) }))).toBe(true);
		expect(beginsAtNewest(checkpointWith({ walks: rests(5) }))).toBe(false);
	});

	it('begins at the newest submission even while a check for late ones is in progress', () => {
		const late = walkWith({ kind: 'late' });

		expect(beginsAtNewest(checkpointWith({ walks: [late, ...rests(4)] }))).toBe(true);
	});
});
