import type { Answer } from '../../emulator';
import { connect } from '../../../nodes/FormSubmissions/api/connection';
import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import { attemptsOf } from '../../../nodes/FormSubmissions/polling/attempts';
import { readPages, type Source } from '../../../nodes/FormSubmissions/polling/source';
import type { WalkedPage } from '../../../nodes/FormSubmissions/polling/walk';
import { connectEdge } from '../../support/edge';
import { startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { pollContext } from '../../support/n8n';
import { T } from './rows';

const apiKey = 'key';

const REFUSED: Answer = { kind: 'response', status: 401, headers: {}, body: '{"ok":false}' };

/** A page with so many submissions. */
function pageOf(count: number, nextCursor: string | null = null): Answer {
	const createdAt = new Date(T).toISOString();
	const data = Array.from({ length: count }, (_, n) => ({ id: String(n), createdAt }));
	const pagination = { hasMore: nextCursor !== null, nextCursor };
	const body = JSON.stringify({ ok: true, data, pagination });
	return { kind: 'response', status: 200, headers: {}, body };
}

/** What a poll reads of a service that responds like this, one request after the other. */
async function sourceOf(...answers: Answer[]): Promise<Source> {
	const handle = () => answers.shift() ?? REFUSED;
	const setup = { parameters: {}, credential: { apiKey } };
	const context = pollContext({ kind: 'formSubmissionsPollingTrigger', ...setup });
	const connection = await connect(connectEdge(context, { handle }, { apiKey }));
	const nowMs = Date.now();
	return {
		connection,
		filter: {},
		deadlineMs: nowMs + 40_000,
		turn: { isSuperseded: false },
		attempts: attemptsOf('node'),
		failed: new Set(),
	};
}

/** Reads on at a cursor, or from the newest submission down. */
async function read(source: Source, take: (page: WalkedPage) => boolean, cursor?: string) {
	return await readPages(source, { cursor, lastTimesMs: [] }, source.deadlineMs, take);
}

beforeEach(() => startFakeClock());

afterEach(() => {
	stopFakeClock();
	forgetAll();
});

describe('reading pages', () => {
	it('returns the error of a request', async () => {
		const { error } = await read(await sourceOf(REFUSED), () => true);

		expect(error).toMatchObject({ context: { situation: 'keyRefused' } });
	});

	it('takes an empty last page for a refusal of the cursor that it began with, and of no other', async () => {
		const counts: number[] = [];
		const take = ({ submissions }: WalkedPage) => counts.push(submissions.length) > 1;

		const [first, second, newest] = [
			await read(await sourceOf(pageOf(0)), take, 'begun'),
			await read(await sourceOf(pageOf(1, 'next'), pageOf(0)), take, 'begun'),
			await read(await sourceOf(pageOf(0)), take),
		];

		expect(first).toMatchObject({ error: { context: { situation: 'cursorRefused' } } });
		expect([second, newest]).toEqual([{}, {}]);
		expect(counts).toEqual([1, 0, 0]);
	});

	it('throws an error in the use of a page: no request failed', async () => {
		const source = await sourceOf(pageOf(0));

		const reading = read(source, () => {
			throw new Error('a fault of this package');
		});

		await expect(reading).rejects.toThrow('a fault of this package');
	});
});
