import type { Failure } from 'n8n-workflow';

import type { Problem, Situation } from './problem';

type Cause = Failure['cause'];

/** The cause that n8n is told for each situation; null leaves it to n8n to decide. */
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
	// A maintenance page looks like this too, unless the status is 404.
	notThisApi: 'temporarily-unavailable',
	noConnection: 'temporarily-unavailable',
	// A name server that fails for a while is more likely than a typo in an address that has worked.
	hostNotFound: 'temporarily-unavailable',
	noResponseInTime: 'temporarily-unavailable',
	certificate: 'temporarily-unavailable',
	bodyCutShort: 'temporarily-unavailable',
	notOk: 'temporarily-unavailable',
	noData: null,
	noPagination: null,
	noCursor: null,
	repeatedCursor: null,
	cursorsExpire: null,
	endlessPages: null,
	unexpectedStatus: null,
};

/** The `failure` of an error, from which n8n decides how long to wait before it polls again. */
export function failureOf({ situation, status, retryAfterMs }: Problem): Failure | undefined {
	const cause = status === 404 ? 'configuration-invalid' : CAUSES[situation];
	if (cause === null) return undefined;
	if (cause !== 'rate-limited' || retryAfterMs === undefined) return { cause };
	return { cause, retryAfterMs: Math.ceil(retryAfterMs) };
}
