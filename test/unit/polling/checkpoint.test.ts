import {
	addKnown,
	forgetOld,
	readPage,
	startingFrom,
	toPage,
	walkFromTop,
	type Checkpoint,
	type Walk,
} from '../../../nodes/FormSubmissions/polling/checkpoint';

const NOW = Date.UTC(2026, 0, 31, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A hundred submissions, a second apart; the newest is the given number of seconds ago. */
function page(newestSecondsAgo: number, nextCursor: string | null = 'next') {
	const submissions = Array.from({ length: 100 }, (_, index) => {
		const secondsAgo = newestSecondsAgo + index;
		const createdAt = new Date(NOW - secondsAgo * SECOND).toISOString();
		return { id: `sub_${secondsAgo}`, createdAt };
	});
	return toPage({ submissions, nextCursor }, NOW);
}

/** A position an hour ago. */
const position = () => startingFrom('target', NOW - 60 * MINUTE);

const unfinished = (secondsAgo: number, changes: Partial<Walk> = {}): Walk => ({
	cursor: 'cursor',
	placeMs: NOW - (secondsAgo - 30) * SECOND,
	edgeMs: NOW - secondsAgo * SECOND,
	downToMs: NOW - 60 * MINUTE,
	isQuick: false,
	hasMoved: false,
	...changes,
});

function top(checkpoint: Checkpoint): Walk {
	const walk = walkFromTop(checkpoint, NOW);
	if (!walk) throw new Error('There is no walk from the top');
	return walk;
}

describe('a walk from the top', () => {
	it.each<[string, Partial<Checkpoint>, boolean]>([
		['all the way down at first', {}, false],
		['quickly for eight minutes after that', { fullAtMachineMs: NOW - 8 * MINUTE + 1 }, true],
		[
			'all the way down again then',
			{ fullAtMachineMs: NOW - 8 * MINUTE, newAtMachineMs: NOW },
			false,
		],
		[
			'quickly while an unfinished one moves',
			{ unfinished: [unfinished(900, { hasMoved: true })] },
			true,
		],
		['all the way down beside one that is held up', { unfinished: [unfinished(900)] }, false],
		[
			'quickly once nothing can be late anymore',
			{ newAtMachineMs: NOW - 30 * MINUTE, fullAtMachineMs: NOW - 20 * MINUTE + 1 },
			true,
		],
	])('goes %s', (_what, changes, isQuick) => {
		expect(top({ ...position(), ...changes }).isQuick).toBe(isQuick);
	});

	it('does not begin while five are unfinished', () => {
		const five = [1, 2, 3, 4, 5].map((place) => unfinished(place * 100));

		expect(walkFromTop({ ...position(), unfinished: five }, NOW)).toBeUndefined();
	});
});

describe('a page', () => {
	it.each<[string, number, Partial<Checkpoint>, Partial<Walk>, string | undefined]>([
		['of new ones goes on', 0, {}, {}, undefined],
		['more than five seconds below the floor is the last', 3_536, {}, {}, 'down'],
		['not quite so far down is not', 3_535, {}, {}, undefined],
		[
			'below the edge of the walk under it is the last',
			141,
			{ unfinished: [unfinished(200)] },
			{},
			'down',
		],
		[
			'below the newest of the walk before ends a quick one',
			36,
			{ newestMs: NOW - 100 * SECOND },
			{ isQuick: true },
			'known',
		],
		['there does not end another one', 36, { newestMs: NOW - 100 * SECOND }, {}, undefined],
	])('%s', (_what, newestSecondsAgo, changes, of, over) => {
		const checkpoint = { ...position(), newestMs: 0, ...changes };

		expect(readPage(checkpoint, { ...top(checkpoint), ...of }, page(newestSecondsAgo)).over).toBe(
			over,
		);
	});

	it('without anything new ends a quick walk', () => {
		const checkpoint = { ...position(), newestMs: 0 };
		addKnown(checkpoint, page(0).submissions);
		const walk = { ...top(checkpoint), isQuick: true };

		expect(readPage(checkpoint, walk, page(0)).over).toBe('known');
		expect(readPage(checkpoint, walk, page(1)).over).toBeUndefined();
	});

	it('of a searching walk is passed over down to five seconds above its place', () => {
		const walk = unfinished(130, { cursor: undefined });
		const checkpoint = { ...position(), unfinished: [walk] };

		const { fresh, walk: after } = readPage(checkpoint, walk, page(50));

		expect(fresh.map(({ submission }) => submission.id).slice(0, 2)).toEqual(['sub_95', 'sub_96']);
		expect(after.hasMoved).toBe(true);
	});
});

describe('too many known IDs', () => {
	it('make walks look less far down for late ones, but as far as nobody has read', () => {
		const walk = unfinished(21_500, { downToMs: NOW - 90_000 * SECOND });
		const checkpoint = { ...position(), floorMs: 0, unfinished: [walk] };
		for (let at = 0; at < 215; at++) addKnown(checkpoint, page(at * 100).submissions);
		// Below the walk's place, nobody has read 5,000 seconds.
		for (let at = 265; at < 300; at++) addKnown(checkpoint, page(at * 100).submissions);

		forgetOld(checkpoint);

		expect(checkpoint.floorMs).toBe(NOW - 20_000 * SECOND + 1);
		expect(walk.downToMs).toBe(NOW - 26_545 * SECOND);
		expect(checkpoint.known.size).toBeLessThan(20_100);
	});
});
