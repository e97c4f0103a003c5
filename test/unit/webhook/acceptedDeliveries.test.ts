import fc from 'fast-check';

import {
	deliveryKey,
	DeliveryMemory,
} from '../../../nodes/FormSubmissions/webhook/acceptedDeliveries';
import { randomCases } from '../../support/search';

const FIVE_MINUTES = 5 * 60_000;

describe('the state of a delivery', () => {
	it.each([
		[199, 'first'],
		[200, 'accepted'],
		[202, 'accepted'],
		[299, 'accepted'],
		[300, 'first'],
		[404, 'first'],
		[500, 'first'],
	])('is, once n8n has responded with %i, %s', (statusCode, state) => {
		const memory = new DeliveryMemory();
		memory.begin('a', 0);

		memory.end('a', 0, statusCode);

		expect(memory.begin('a', 1)).toBe(state);
	});

	it('is in progress for less than five minutes, and then counts as lost', () => {
		const memory = new DeliveryMemory();
		memory.begin('a', 0);

		expect(memory.begin('a', FIVE_MINUTES - 1)).toBe('inProgress');
		expect(memory.begin('a', FIVE_MINUTES)).toBe('first');
	});

	it('is in progress if the clock was set back a little, and lost if it was set back by more', () => {
		const memory = new DeliveryMemory();
		memory.begin('a', 0);

		expect(memory.begin('a', 1 - FIVE_MINUTES)).toBe('inProgress');
		expect(memory.begin('a', -FIVE_MINUTES)).toBe('first');
	});
});

describe('what makes a delivery a repeat', () => {
	const identity = {
		nodeKey: 'workflow1 node1',
		session: 'production',
		baseUrl: 'https://api.forms.test',
		submissionId: 'sub_1',
	};

	it('takes little memory, however long an ID the service sends', () => {
		const long = deliveryKey({ ...identity, submissionId: 's'.repeat(1_000_000) });

		expect(long.length).toBeLessThan(100);
		expect(long).not.toBe(deliveryKey({ ...identity, submissionId: 's'.repeat(1_000_001) }));
	});

	it('is the same for the same delivery', () => {
		const memory = new DeliveryMemory();
		memory.begin(deliveryKey({ ...identity }), 0);

		expect(memory.begin(deliveryKey({ ...identity }), 1)).toBe('inProgress');
	});

	it('depends on where one part ends and the next begins', () => {
		const a = { ...identity, baseUrl: 'a', submissionId: 'b","c' };
		const b = { ...identity, baseUrl: 'a","b', submissionId: 'c' };

		expect(deliveryKey(a)).not.toBe(deliveryKey(b));
	});
});

describe('the memory', () => {
	it('keeps a limited number of accepted deliveries and forgets the oldest first', () => {
		const memory = new DeliveryMemory();
		for (let index = 0; index <= 20_000; index++) memory.end(`${index}`, 0, 200);

		expect(memory.begin('1', 1)).toBe('accepted');
		expect(memory.begin('0', 1)).toBe('first');
	});

	it('keeps a limited number of those in progress, too, if n8n never responds', () => {
		const memory = new DeliveryMemory();
		for (let index = 0; index <= 20_000; index++) memory.begin(`${index}`, 0);

		expect(memory.begin('1', 1)).toBe('inProgress');
		expect(memory.begin('0', 1)).toBe('first');
	});
});

describe('whatever the order of copies, responses, and waiting', () => {
	type Event =
		| { kind: 'arrive'; key: string }
		| { kind: 'answer'; at: number; status: number }
		| { kind: 'wait'; ms: number };

	const event: fc.Arbitrary<Event> = fc.oneof(
		fc.record({ kind: fc.constant('arrive' as const), key: fc.constantFrom('a', 'b', 'c') }),
		fc.record({
			kind: fc.constant('answer' as const),
			at: fc.nat(9),
			status: fc.constantFrom(200, 202, 404, 500),
		}),
		fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 60_000, 400_000) }),
	);

	it('no copy runs after one was accepted, and none is dropped after a failure', () => {
		fc.assert(
			fc.property(fc.array(event, { maxLength: 60 }), (events) => {
				const memory = new DeliveryMemory();
				const running: Array<{ key: string; beganAtMs: number }> = [];
				const accepted = new Set<string>();
				let nowMs = 0;
				for (const one of events) {
					nowMs++;
					if (one.kind === 'wait') nowMs += one.ms;
					if (one.kind === 'answer' && running.length > 0) {
						const [ended] = running.splice(one.at % running.length, 1);
						if (!ended) continue;
						memory.end(ended.key, ended.beganAtMs, one.status);
						if (one.status < 300) accepted.add(ended.key);
					}
					if (one.kind !== 'arrive') continue;
					const state = memory.begin(one.key, nowMs);
					if (state === 'first') running.push({ key: one.key, beganAtMs: nowMs });
					const isInProgress = running.some(
						({ key, beganAtMs }) =>
							key === one.key && beganAtMs !== nowMs && nowMs - beganAtMs < FIVE_MINUTES,
					);
					const expected = accepted.has(one.key)
						? 'accepted'
						: isInProgress
							? 'inProgress'
							: 'first';
					expect(state).toBe(expected);
				}
			}),
			randomCases(2_000),
		);
	});
});
