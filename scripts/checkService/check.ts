import { createClient, type Send } from './client';
import type { Finding, Question } from './finding';
import { observe, type ObserveOptions } from './observe';
import { ERRORS } from './questions/errors';
import { LIMITS } from './questions/limits';
import { LISTS } from './questions/lists';
import { SUBMISSIONS } from './questions/submissions';

const QUESTIONS: Question[] = [...LIMITS, ...LISTS, ...SUBMISSIONS, ...ERRORS];

/** What a service does about each point that the specification leaves open. */
export async function checkService(
	send: Send,
	key: string,
	options: ObserveOptions,
): Promise<{ findings: Finding[]; requests: number }> {
	const client = createClient(send, key, options);
	const seen = await observe(client, options);
	const findings = QUESTIONS.map(({ ask, ...question }) => ({ ...question, ...ask(seen) }));
	return { findings, requests: client.replies.length };
}
