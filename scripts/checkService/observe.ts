import { isRecord } from '../../nodes/FormSubmissions/general/records';
import type { Client, Reply, Time } from './client';

/** The responses that the questions are answered from. What needs a submission may be missing. */
export type Observations = {
	/** Every response, in order. */
	replies: readonly Reply[];
	/** The newest 100. */
	newest: Reply;
	byDefault: Reply;
	aboveLimit: Reply;
	single?: Reply;
	/** Two submissions, the next two, and these once more with the same cursor. */
	first: Reply;
	second?: Reply;
	secondAgain?: Reply;
	/** The same page again, minutes after its cursor was issued, until it is refused. */
	secondLater?: Array<{ minutes: number; reply: Reply }>;
	everyStatus: Reply;
	/** The newest 100 with each value of `include_test`. */
	tests: Array<{ value: string; reply: Reply }>;
	wrongKey: Reply;
	unknownId: Reply;
	unknownForm: Reply;
	badStatus: Reply;
	badCursor: Reply;
};

/** Why nothing can be checked, as a sentence for the person at the terminal. */
export class NothingToCheck extends Error {}

export type ObserveOptions = Time & { long: boolean; progress: (text: string) => void };

const LIST = '/v1/submissions';
const TEST_VALUES = ['true', '1', '', 'false'];
const MINUTES_OF_CURSOR = [1, 2, 5, 10, 15, 30, 60];
/** So that a rate limit header in seconds has changed by the last response. */
const SPREAD_MS = 2100;

/** Asks the service, with reads only: some twenty requests, and a few more with `long`. */
export async function observe(client: Client, options: ObserveOptions): Promise<Observations> {
	const get = async (query: string) => await client.get(`${LIST}?${query}`);
	assertUsable(await client.get('/v1/forms'));
	const newest = await get('limit=100');
	assertUsable(newest);

	const [submission] = submissionsOf(newest);
	const single =
		submission && (await client.get(`${LIST}/${encodeURIComponent(String(submission.id))}`));
	const first = await get('limit=2');
	const cursor = cursorOf(first);
	const next = cursor === undefined ? undefined : `limit=2&cursor=${encodeURIComponent(cursor)}`;
	const getNext = async () => (next === undefined ? undefined : await get(next));
	const tests = [];
	for (const value of TEST_VALUES) {
		tests.push({ value, reply: await get(`limit=100&include_test=${value}`) });
	}

	const seen = {
		newest,
		single,
		first,
		second: await getNext(),
		secondAgain: await getNext(),
		tests,
		byDefault: await client.get(LIST),
		aboveLimit: await get('limit=101'),
		everyStatus: await get('limit=100&status=new,quarantined,spam'),
		unknownId: await client.get(`${LIST}/sub_checkservice000`),
		unknownForm: await get('form_id=frm_checkservice000'),
		badStatus: await get('status=checkservice'),
		badCursor: await get('cursor=checkservice'),
		wrongKey: await client.get('/v1/forms', 'checkservice'),
	};
	await options.sleep(SPREAD_MS);
	await client.get('/v1/forms');
	const secondLater =
		next !== undefined && options.long ? await outlive(get, next, options) : undefined;
	return { ...seen, secondLater, replies: client.replies };
}

/** Asks for the same page at growing intervals, until its cursor is refused. */
async function outlive(
	get: (query: string) => Promise<Reply>,
	query: string,
	{ now, sleep, progress }: ObserveOptions,
): Promise<Observations['secondLater']> {
	const startedMs = now();
	const seen: NonNullable<Observations['secondLater']> = [];
	for (const minutes of MINUTES_OF_CURSOR) {
		progress(`Waiting until the cursor is ${minutes} min old`);
		await sleep(Math.max(0, startedMs + minutes * 60_000 - now()));
		const reply = await get(query);
		seen.push({ minutes, reply });
		if (reply.status !== 200) break;
	}
	return seen;
}

function assertUsable({ status, body, json }: Reply): void {
	if (status === 401) throw new NothingToCheck('The service rejected the API key.');
	if (status === 402 || status === 403) {
		throw new NothingToCheck(
			`The service refuses this key (status ${status}). It needs the permissions submissions:read and forms:read, and a Pro or Agency plan.`,
		);
	}
	if (status >= 300 && status < 400) {
		throw new NothingToCheck('The service redirects to another address: use that as base URL.');
	}
	if (status !== 200 || body !== 'json' || !isRecord(json) || !Array.isArray(json.data)) {
		throw new NothingToCheck(
			`This does not look like the API: status ${status}, body: ${body}. Check the base URL.`,
		);
	}
}

export type Row = Record<string, unknown>;

/** The submissions of a list, as far as they are objects. */
export function submissionsOf({ json }: Reply): Row[] {
	const data = isRecord(json) ? json.data : undefined;
	return Array.isArray(data) ? data.filter(isRecord) : [];
}

export function paginationOf({ json }: Reply): Row {
	const pagination = isRecord(json) ? json.pagination : undefined;
	return isRecord(pagination) ? pagination : {};
}

function cursorOf(reply: Reply): string | undefined {
	const { hasMore, nextCursor } = paginationOf(reply);
	return hasMore === true && typeof nextCursor === 'string' ? nextCursor : undefined;
}
