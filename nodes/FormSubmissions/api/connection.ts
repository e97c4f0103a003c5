import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	NodeApiError,
} from 'n8n-workflow';

import { checkBaseUrl } from './urls/baseUrl';
import { budgetOf } from './transport/budget';
import type { Caller, Interest } from './transport/pollShare';
import type { RateBudget } from './transport/rateBudget';
import { readerOf } from '../errors/audience';
import { apiError, inputError, type Audience, type Problem } from '../errors/errors';
import { NO_API_KEY } from '../errors/credentialTexts';
import { MAX_ATTEMPTS } from './transport/retry';

export const CREDENTIAL_TYPE = 'formSubmissionsApi';

/** The contexts of n8n from which requests are made. */
export type ApiContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** How long a caller is ready to wait. */
export type Patience = {
	maxAttempts: number;
	/** The longest single wait (milliseconds); what would take longer ends with an error. */
	longestWaitMs: number;
	/** How long to wait for one answer (milliseconds). */
	timeoutMs: number;
	/** Unix milliseconds after which no wait may end. */
	deadlineMs?: number;
	/** Decides who goes first where the rate limit is short. */
	interest: Interest;
	/** Who reads an error. */
	audience: Audience;
};

/** A workflow runs: windows of the rate limit are waited out. */
export const RUNNING: Patience = {
	maxAttempts: MAX_ATTEMPTS,
	longestWaitMs: 10 * 60_000,
	timeoutMs: 30_000,
	interest: 'walk',
	audience: 'execution',
};

/** A trigger polls: its requests go before those of walks on the same key. */
export const POLLING: Patience = { ...RUNNING, interest: 'poll' };

/** A person looks at a list that is being loaded. */
export const EDITING: Patience = {
	maxAttempts: 2,
	longestWaitMs: 2_000,
	timeoutMs: 10_000,
	interest: 'person',
	audience: 'list',
};

/**
 * A workflow is being published. n8n gives all attempts together 84 seconds and makes five of
 * them, so one answer may not use up the time.
 */
export const PUBLISHING: Patience = {
	maxAttempts: 3,
	longestWaitMs: 61_000,
	timeoutMs: 12_000,
	interest: 'person',
	audience: 'publishing',
};

/** One workspace of the service, as one run of a node sees it. */
export type Connection = {
	context: ApiContext;
	baseUrl: string;
	budget: RateBudget;
	caller: Caller;
	patience: Patience;
	audience: Audience;
	/** Makes an error of a problem; whatever of the credential is secret is kept out of it. */
	fail: (problem: Problem, secrets?: string[]) => NodeApiError;
};

/** Reads and checks the credential of the node. Throws a sentence about what to enter. */
export async function connect(
	context: ApiContext,
	patience: Patience = RUNNING,
): Promise<Connection> {
	return connectWith(context, await context.getCredentials(CREDENTIAL_TYPE), patience);
}

/** The same with a credential that was read already. */
export function connectWith(
	context: ApiContext,
	credential: ICredentialDataDecryptedObject,
	patience: Patience,
): Connection {
	const node = context.getNode();
	const audience = readerOf(node, patience.audience);
	const baseUrl = checkBaseUrl(credential.baseUrl);
	if ('problem' in baseUrl) throw inputError(node, baseUrl.problem, audience);

	const apiKey = typeof credential.apiKey === 'string' ? credential.apiKey : '';
	if (apiKey.trim() === '') throw inputError(node, NO_API_KEY, audience);
	return {
		context,
		baseUrl: baseUrl.url,
		budget: budgetOf(baseUrl.url, apiKey),
		caller: { interest: patience.interest, requests: 0 },
		patience,
		audience,
		fail: (problem, secrets = []) => apiError(node, problem, audience, [apiKey, ...secrets]),
	};
}
