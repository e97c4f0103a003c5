import { newest, readEnvelope, type Envelope } from '../../../nodes/FormSubmissions/state/envelope';

const NODE = 'node-1';
const envelope = (counter: number, value = {}): Envelope => ({ nodeId: NODE, counter, value });

describe('a copy of a state', () => {
	it('is read as stored', () => {
		expect(readEnvelope(envelope(3, { at: 1 }), NODE)).toEqual(envelope(3, { at: 1 }));
	});

	it.each([undefined, null])('is missing if there is %p', (stored) => {
		expect(readEnvelope(stored, NODE)).toBeUndefined();
	});

	it('is missing if another node wrote it', () => {
		expect(readEnvelope({ ...envelope(3), nodeId: 'node-2' }, NODE)).toBeUndefined();
	});

	it('is missing if it has no value', () => {
		expect(readEnvelope({ ...envelope(3), value: 'damaged' }, NODE)).toBeUndefined();
	});

	it('from versions up to 0.1.0 is the bare value, and older than every other', () => {
		expect(readEnvelope({ version: 1 }, NODE)).toEqual(envelope(0, { version: 1 }));
	});

	it.each(['damaged', 1, [[1]]])('that is %p cannot be read, but is there', (stored) => {
		expect(readEnvelope(stored, NODE)).toEqual(envelope(0, { unreadable: true }));
	});
});

describe('of several copies,', () => {
	it('the one with the highest counter wins, wherever it is', () => {
		expect(newest([envelope(1), undefined, envelope(3), envelope(2)])).toEqual(envelope(3));
	});

	it('the first of equal ones wins', () => {
		const [first, second] = [envelope(1), envelope(1)];

		expect(newest([first, second])).toBe(first);
	});

	it('none wins if there are none', () => {
		expect(newest([undefined])).toBeUndefined();
	});
});
