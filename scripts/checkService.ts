/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
/**
 * `npm run check-service`: asks a service, with some twenty reads, what its documentation leaves open, and
 * prints what it saw beside what the nodes assume. Prints neither the key nor anything from a submission:
 * of what the service sends, only names and types.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

import Table from 'cli-table3';

const USAGE = `npm run check-service [-- --long]
  FORM_SUBMISSIONS_BASE_URL  the base URL, as in the credential
  FORM_SUBMISSIONS_API_KEY   a key that reads forms and submissions
  --long                     also finds out how long a cursor lives (up to an hour)`;

const TIMEOUT_MS = 30_000;
const MINUTES_OF_CURSOR = [1, 2, 5, 10, 15, 30, 60];
/** A rate limit header in seconds has changed by then. */
const SPREAD_MS = 2_100;

type Row = Record<string, unknown>;
type Reply = { status: number; headers: Headers; json: unknown; receivedAtMs: number };
type Get = (path: string, key?: string) => Promise<Reply>;
/** What was asked, what the service did, and what the nodes assume. */
type Answer = [question: string, seen: string, assumed: string];

const isObject = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows no redirect: the key would go to another host. */
function connect(baseUrl: string, ownKey: string) {
	const replies: Reply[] = [];
	const get: Get = async (path, key = ownKey) => {
		const response = await fetch(`${baseUrl}${path}`, {
			headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const { status, headers } = response;
		const reply = { status, headers, json: parse(await response.text()), receivedAtMs: Date.now() };
		if (key === ownKey) replies.push(reply);
		return reply;
	};
	return { get, replies };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The submissions of a list. */
function rowsOf({ json }: Reply): Row[] {
	return isObject(json) && Array.isArray(json.data) ? json.data.filter(isObject) : [];
}

function paginationOf({ json }: Reply): Row {
	return isObject(json) && isObject(json.pagination) ? json.pagination : {};
}

const idsOf = (reply: Reply) => rowsOf(reply).map(({ id }) => String(id));

/** A status, and the names and types in the body: `404 { error: { code: string }, ok: boolean }`. */
function describe({ status, json }: Reply): string {
	return `${status} ${json === undefined ? '(no JSON)' : shapeOf(json)}`;
}

function shapeOf(value: unknown): string {
	if (Array.isArray(value)) return `[${shapesOf(value)}]`;
	if (!isObject(value)) return value === null ? 'null' : typeof value;
	return `{ ${membersOf([value])} }`;
}

const shapesOf = (values: unknown[]) => [...new Set(values.map(shapeOf))].sort().join(' or ');

/** Names that a program chose; anything else could be what a person entered. */
function membersOf(objects: Row[]): string {
	const names = [...new Set(objects.flatMap(Object.keys))].sort();
	const member = (name: string) =>
		`${name}: ${shapesOf(objects.filter((one) => name in one).map((one) => one[name]))}`;
	return names
		.map((name) => (/^[a-z_]\w{0,39}$/i.test(name) ? member(name) : '(other)'))
		.join(', ');
}

/** By how much a time is newer than one before it in the list, at most. */
function disorderOf(times: unknown[]): string {
	const ms = times.map((time) => Date.parse(String(time)));
	if (ms.some(Number.isNaN)) return 'not always a time';
	const most = Math.max(0, ...ms.map((one, index) => one - Math.min(...ms.slice(0, index + 1))));
	return `at most ${Math.ceil(most / 1000)} s off`;
}

async function askLists(get: Get): Promise<Answer[]> {
	const list = async (query: string) => await get(`/v1/submissions?${query}`);
	const newest = await list('limit=100');
	const sizes = [newest, await get('/v1/submissions'), await list('limit=101')].map(
		(reply) => `${reply.status} ${String(paginationOf(reply).limit)}`,
	);
	const order = disorderOf(rowsOf(newest).map(({ createdAt }) => createdAt));
	const submittedAt = rowsOf(newest).map(({ meta }) => isObject(meta) && meta.submittedAt);
	const everyStatus = await list('limit=100&status=new,quarantined,spam');
	const known = new Set(idsOf(newest));
	const tests = [];
	for (const value of ['true', '1', '', 'false']) {
		const reply = await list(`limit=100&include_test=${value}`);
		const more = idsOf(reply).filter((id) => !known.has(id)).length;
		tests.push(`"${value}": ${reply.status}, ${more} others`);
	}
	const rows = [newest, everyStatus].flatMap(rowsOf);
	const files = rows.flatMap((row) => (Array.isArray(row.files) ? row.files : []));
	return [
		['Page size: 100, default, 101', sizes.join(', '), '200 100 for the first'],
		['createdAt, newest first', order, 'at most 5 s off'],
		['meta.submittedAt, newest first', disorderOf(submittedAt), 'not used for the order'],
		['include_test, beside the newest 100', tests.join('; '), '"true" includes tests'],
		[
			'Members of a submission',
			membersOf(rows.map((row) => ({ ...row, data: {} }))),
			'as specified',
		],
		['A file', shapesOf(files) || 'none seen', 'has a url or a name'],
		[
			'A form that does not exist',
			describe(await list('form_id=frm_check000')),
			'404, or an empty list',
		],
		[
			'A status that does not exist',
			describe(await list('status=check')),
			'400, 409, 422, or ignored',
		],
	];
}

async function askCursors(get: Get, isLong: boolean): Promise<Answer[]> {
	const list = async (query: string) => await get(`/v1/submissions?${query}`);
	const bad = describe(await list('cursor=check'));
	const answers: Answer[] = [['A cursor that does not exist', bad, 'an error other than 429']];
	const four = await list('limit=4');
	const first = await list('limit=2');
	const { nextCursor } = paginationOf(first);
	if (typeof nextCursor !== 'string') return [...answers, ['Next page', 'too few submissions', '']];
	const next = async () => await list(`limit=2&cursor=${encodeURIComponent(nextCursor)}`);
	const second = await next();
	const goesOn = [first, second].flatMap(idsOf).join() === idsOf(four).join();
	const isSame = idsOf(await next()).join() === idsOf(second).join();
	answers.push(
		['Next page', goesOn ? 'goes on where the page ended' : describe(second), 'goes on there'],
		['The same cursor again', isSame ? 'the same page' : 'something else', 'the same page'],
	);
	const startedMs = Date.now();
	for (const minutes of isLong ? MINUTES_OF_CURSOR : []) {
		process.stderr.write(`Waiting until the cursor is ${minutes} min old …\n`);
		await sleep(Math.max(0, startedMs + minutes * 60_000 - Date.now()));
		const { status } = await next();
		answers.push([`A cursor after ${minutes} min`, String(status), '200']);
		if (status !== 200) break;
	}
	return answers;
}

async function askSingle(get: Get): Promise<Answer[]> {
	const [id] = idsOf(await get('/v1/submissions?limit=1'));
	const single =
		id === undefined ? undefined : await get(`/v1/submissions/${encodeURIComponent(id)}`);
	const json = single?.json;
	const isIt = (value: unknown) => isObject(value) && value.id === id;
	const enveloped = isObject(json) && isIt(json.data) ? 'in { ok, data }' : 'neither';
	return [
		['A single submission', isIt(json) ? 'bare' : enveloped, 'bare, or in { ok, data }'],
		['An unknown submission', describe(await get('/v1/submissions/sub_check000')), '404'],
		['A wrong key', describe(await get('/v1/forms', 'check')), '401'],
	];
}

/** From the headers of every response so far. */
function askLimits(replies: Reply[]): Answer[] {
	const all = (name: string) => replies.map(({ headers }) => headers.get(name) ?? 'absent');
	const ends = (texts: string[]) => `${texts[0]} … ${texts.at(-1)}`;
	const leadsMs = replies.map(
		({ headers, receivedAtMs }) => Date.parse(headers.get('date') ?? '') - receivedAtMs,
	);
	const lead = leadsMs.some(Number.isNaN)
		? 'not on every response'
		: `${Math.round(Math.max(...leadsMs) / 1000)} s ahead of this machine`;
	const now = new Date().toISOString();
	return [
		['X-RateLimit-Remaining', ends(all('x-ratelimit-remaining')), 'one less for each request'],
		[
			`X-RateLimit-Reset (now: ${now})`,
			ends(all('x-ratelimit-reset')),
			'when the minute ends: Unix time, time from now, or date',
		],
		['Date header', lead, 'on every response; clocks may differ'],
		[
			'Refused for the rate limit (429)',
			`${replies.filter(({ status }) => status === 429).length}`,
			'',
		],
	];
}

async function main(): Promise<void> {
	const options = { long: { type: 'boolean' }, help: { type: 'boolean' } } as const;
	const { long = false, help } = parseArgs({ options }).values;
	const { FORM_SUBMISSIONS_BASE_URL: url, FORM_SUBMISSIONS_API_KEY: key } = process.env;
	if (help) {
		process.stdout.write(`${USAGE}\n`);
		return;
	}
	if (!url || !key) throw new Error(USAGE);

	const { get, replies } = connect(url.replace(/\/+$/, '').replace(/\/v1$/, ''), key);
	const forms = await get('/v1/forms');
	if (forms.status !== 200 || !isObject(forms.json)) {
		throw new Error(`The list of forms is not what the nodes need: ${describe(forms)}`);
	}
	const answers = [
		...(await askLists(get)),
		...(await askCursors(get, long)),
		...(await askSingle(get)),
	];
	await sleep(SPREAD_MS);
	await get('/v1/forms');
	const table = new Table({
		head: ['Question', 'This service', 'The nodes assume'],
		colWidths: [30, 60, 30],
		wordWrap: true,
		style: { head: [], border: [], compact: true },
	});
	table.push(...answers, ...askLimits(replies));
	process.stdout.write(`${table.toString()}\n`);
}

main().catch((error: unknown) => {
	const { message, cause } = error instanceof Error ? error : { message: String(error), cause: '' };
	process.stderr.write(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}\n`);
	process.exitCode = 1;
});
