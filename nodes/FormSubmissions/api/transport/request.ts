import type { Connection } from '../connection';
import type { Finding, Situation } from '../../errors';
import { nodeInLog } from '../../general/nodeInLog';
import { RateBudget } from './budget';
import { enterBudget, LOGGED_WAIT_MS, pause, waitLeftMs } from './admission';
import { MAX_WINDOW_MS, retryDelayMs } from './retry';
import { send, type ApiCall } from './send';

/** Retrying can't change these. */
const FINAL_SITUATIONS: Situation[] = [
	'blockedByN8n',
	'certificate',
	'certificateOutdated',
	'certificateUntrusted',
];

/**
 * The only place that sends anything to the service. Waits for the key's rate limit, sends, retries
 * what may be retried (see `retry.ts`), and returns the parsed JSON of a 2xx response. Throws
 * anything else as an error that says what to do next.
 */
export async function request(connection: Connection, call: ApiCall): Promise<unknown> {
	// The service limits reads (section 8): a write neither waits for their budget nor changes it.
	const budget = call.method === 'GET' ? connection.budget : new RateBudget();
	return await sendUntilFinal({ ...connection, budget }, call);
}

async function sendUntilFinal(connection: Connection, call: ApiCall): Promise<unknown> {
	const { context, budget } = connection;
	const { maxAttempts } = connection.occasion;
	const { method, subject, id, secrets } = call;
	const url = urlOf(connection, call);
	const errorFor = (finding: Finding, attempts: number) =>
		connection.errorFor({ id, ...finding, subject, attempts }, secrets);
	for (let attempt = 1; ; attempt++) {
		const entered = await enterBudget(connection);
		if (!entered.ok) throw errorFor(entered.problem, attempt - 1);
		const response = await send(connection, call, url, entered.value);
		if (response.ok) return response.value;

		const { problem } = response;
		const resetInMs = budget.resetInMs(Date.now());
		const made = { method, attempt, maxAttempts, resetInMs, random: Math.random() };
		const isFinal = FINAL_SITUATIONS.includes(problem.situation);
		const delayMs = isFinal ? undefined : retryDelayMs({ ...problem, ...made });
		const waitMs = delayMs ?? Math.min(problem.retryAfterMs ?? resetInMs ?? 0, MAX_WINDOW_MS);
		if (problem.status === 429) budget.noteRefused(Date.now() + waitMs);
		if (delayMs === undefined || delayMs > waitLeftMs(connection, Date.now())) {
			throw errorFor({ ...problem, retryAfterMs: waitMs }, attempt);
		}
		if (delayMs >= LOGGED_WAIT_MS) {
			context.logger.info(
				`${nodeInLog(context)}: trying again in ${Math.ceil(delayMs / 1000)} s; attempt ${attempt} got ${problem.status === undefined ? 'no usable response' : `status ${problem.status}`}`,
			);
		}
		await pause(context, delayMs);
	}
}

/**
 * The URL of a call, in which every segment is encoded. `.` and `..` can't be (URL parsers resolve
 * `%2e%2e`, too), and half a character has no encoding: these are rejected.
 */
function urlOf(connection: Connection, { path, subject }: ApiCall): string {
	const notAnId = path.find((segment) => /^\.{0,2}$|\p{Cs}/u.test(segment));
	if (notAnId !== undefined) {
		throw connection.errorFor({ situation: 'notAnId', subject, id: notAnId });
	}
	return `${connection.baseUrl}/v1/${path.map(encodeURIComponent).join('/')}`;
}
