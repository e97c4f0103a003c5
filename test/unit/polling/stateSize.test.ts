import { MOST_KNOWN } from '../../../nodes/FormSubmissions/polling/raiseFloor';
import { MINUTE } from './builders';
import { LifeOfATrigger, type PollTime } from './lifeOfATrigger';

/** A size that n8n's database and backups handle without trouble (bytes). */
const MOST_BYTES = 512_000;

/** A million submissions a day. */
const A_MINUTE = 694;

/** Polls once a minute and returns the size of the largest state. */
function pollFor(life: LifeOfATrigger, minutes: number, time: PollTime): number {
	let largest = 0;
	for (let minute = 0; minute < minutes; minute++) {
		life.arrive(A_MINUTE, Math.floor(MINUTE / A_MINUTE));
		life.poll(time);
		largest = Math.max(largest, life.storedLength);
	}
	return largest;
}

function started(pageSize = 100): LifeOfATrigger {
	const life = new LifeOfATrigger(pageSize, 40);
	life.poll({ pages: 1 });
	return life;
}

function returnedOnce(life: LifeOfATrigger): boolean {
	return (
		life.returned.size === life.list.length && [...life.returned.values()].every((n) => n === 1)
	);
}

describe('the stored state', () => {
	it('stays below 512 kB at 694 submissions a minute', () => {
		const life = started();

		expect(pollFor(life, 20, { pages: 60 })).toBeLessThan(MOST_BYTES);
		expect(life.checkpoint.known.size).toBeLessThan(MOST_KNOWN);
		expect(returnedOnce(life)).toBe(true);
	});

	it('stays below 512 kB at that rate after a half-hour outage, however slow the service is', () => {
		const life = started();
		pollFor(life, 12, { pages: 60 });
		life.arrive(30 * A_MINUTE, Math.floor(MINUTE / A_MINUTE));

		expect(pollFor(life, 20, { pages: 12 })).toBeLessThan(MOST_BYTES);
		expect(life.checkpoint.walks.map(({ kind }) => kind)).toContain('rest');
		expect(pollFor(life, 8, { pages: 60 })).toBeLessThan(MOST_BYTES);
		expect(life.checkpoint.walks.map(({ kind }) => kind)).not.toContain('rest');
		expect(returnedOnce(life)).toBe(true);
	});

	it('stays below 512 kB if far more submissions arrive within ten minutes than it can hold', () => {
		const life = started();
		let largest = 0;
		for (let minute = 0; minute < 6; minute++) {
			life.arrive(9_000, 5);
			life.poll({ pages: 60 });
			largest = Math.max(largest, life.storedLength);
		}
		for (let polls = 0; polls < 12; polls++) {
			life.nowMs += MINUTE;
			life.poll({ pages: 60 });
			largest = Math.max(largest, life.storedLength);
		}

		expect(largest).toBeLessThan(MOST_BYTES);
		expect(returnedOnce(life)).toBe(true);
	});

	it('stays below 512 kB if each of several instants has more submissions than it can hold', () => {
		const life = started(1_000);
		let largest = 0;
		for (let instant = 0; instant < 3; instant++) {
			life.nowMs += 20 * MINUTE;
			life.arrive(40_000);
			life.poll({ pages: 20 });
			largest = Math.max(largest, life.storedLength);
		}
		life.drain({ pages: 60 });

		expect(largest).toBeLessThan(MOST_BYTES);
		expect(returnedOnce(life)).toBe(true);
	});
});
