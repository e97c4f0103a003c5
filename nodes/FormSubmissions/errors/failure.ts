import type { Failure } from 'n8n-workflow';

import type { Problem, Situation } from './problem';

type Cause = Failure['cause'];

/** Why n8n is to think it failed; null leaves it to n8n. */
const CAUSES: Record<Situation, Cause | null> = {
	keyRefused: 'credential-invalid',
	paymentRequired: 'configuration-invalid',
	notPermitted: 'configuration-invalid',
	notFound: 'configuration-invalid',
	badRequest: 'configuration-invalid',
	noFormNamed: 'configuration-invalid',
	severalFormsNamed: 'configuration-invalid',
	redirected: 'configuration-invalid',
	blockedByN8n: 'configuration-invalid',
	rateLimited: 'rate-limited',
	serviceDown: 'temporarily-unavailable',
	// A page for maintenance looks like this too; a status 404 tells them apart.
	notThisApi: 'temporarily-unavailable',
	noConnection: 'temporarily-unavailable',
	// Name servers fail for a while more often than somebody mistypes an address that has worked.
	hostNotFound: 'temporarily-unavailable',
	noAnswerInTime: 'temporarily-unavailable',
	certificate: 'temporarily-unavailable',
	bodyCutShort: 'temporarily-unavailable',
	notOk: 'temporarily-unavailable',
	noData: null,
	noPagination: null,
	noCursor: null,
	repeatedCursor: null,
	endlessPages: null,
	unexpectedStatus: null,
};

/** What n8n reads to decide how long to leave a trigger alone (`failure` of its errors). */
export function failureOf({ situation, status, retryAfterMs }: Problem): Failure | undefined {
	const cause = status === 404 ? 'configuration-invalid' : CAUSES[situation];
	if (cause === null) return undefined;
	if (cause !== 'rate-limited' || retryAfterMs === undefined) return { cause };
	return { cause, retryAfterMs: Math.ceil(retryAfterMs) };
}
