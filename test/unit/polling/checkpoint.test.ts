import {
	beginsAtNewest,
	startingAt,
	startingNow,
} from '../../../nodes/FormSubmissions/polling/checkpoint';
import { checkpointWith, QUESTION, T, walkWith } from './builders';

const rests = (count: number) => Array.from({ length: count }, () => walkWith({ kind: 'rest' }));

describe('a trigger that starts at a time', () => {
	it('knows nothing from that time on, and has nothing left to walk', () => {
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
	it('first notes what is there, from the newest on', () => {
		expect(startingNow(QUESTION)).toEqual({
			...startingAt(QUESTION, 0),
			walks: [{ kind: 'start', lastMs: Infinity }],
		});
	});

	it('begins no other walk before that', () => {
		expect(beginsAtNewest(startingNow(QUESTION))).toBe(false);
	});
});

describe('a poll', () => {
	it('begins at the newest where nothing is left of others', () => {
		expect(beginsAtNewest(checkpointWith())).toBe(true);
	});

	it('begins at the newest until five walks are left', () => {
		expect(beginsAtNewest(checkpointWith({ walks: rests(4) }))).toBe(true);
		expect(beginsAtNewest(checkpointWith({ walks: rests(5) }))).toBe(false);
	});

	it('begins at the newest although a look for late submissions is in progress', () => {
		const late = walkWith({ kind: 'late' });

		expect(beginsAtNewest(checkpointWith({ walks: [late, ...rests(4)] }))).toBe(true);
	});
});
