import { createHash } from 'crypto';
import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	NodeApiError,
} from 'n8n-workflow';

import { checkBaseUrl } from './urls/baseUrl';
import { budgetOf, type RateBudget } from './transport/budget';
import type { Caller, Priority } from './transport/priority';
import { apiError, credentialError, type Audience, type Problem } from '../errors';
import { MAX_ATTEMPTS } from './transport/retry';

export const CREDENTIAL_TYPE = 'formSubmissionsApi';

/** The n8n contexts that requests are made from. */
export type ApiContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** How long a caller is prepared to wait. */
export type Occasion = {
	maxAttempts: number;
	/** The longest single wait (milliseconds); a longer one ends with an error. */
	maxWaitMs: number;
	/** How long one request may take, the body of its response included (milliseconds). */
	timeoutMs: number;
	/** The time by which every wait and request ends, with an error if need be (Unix milliseconds). */
	deadlineMs?: number;
	/** Decides who goes first when few requests are left. */
	priority: Priority;
	/** Who reads the errors. */
	audience: Audience;
};

/** A workflow is running: it waits until the rate limit resets. */
export const RUNNING: Occasion = {
	maxAttempts: MAX_ATTEMPTS,
	maxWaitMs: 10 * 60_000,
	timeoutMs: 30_000,
	priority: 'walk',
	audience: 'execution',
};

/** A trigger is polling: its requests go before those of other walks on the same key. */
export const POLLING: Occasion = { ...RUNNING, priority: 'poll' };

/** A person is waiting for a list to load. */
export const EDITING: Occasion = {
	maxAttempts: 2,
	maxWaitMs: 2_000,
	timeoutMs: 10_000,
	priority: 'person',
	audience: 'list',
};

/**
 * A workflow is being published. n8n makes five attempts within 84 seconds altogether, so a single
 * response must not use up that time.
 */
export const PUBLISHING: Occasion = {
	maxAttempts: 3,
	maxWaitMs: 61_000,
	timeoutMs: 12_000,
	priority: 'person',
	audience: 'publishing',
};

/** One workspace of the service, as one run of a node sees it. */
export type Connection<Context extends ApiContext = ApiContext> = {
	context: Context;
	/** As it was when the run began; all of its requests use this one. */
	credential: ICredentialsDecrypted;
	baseUrl: string;
	/** Under this, what a process remembers of a key is stored; the key can't be told from it. */
	keyDigest: string;
	budget: RateBudget;
	caller: Caller;
	occasion: Occasion;
	apiKey: string;
	/** Turns a problem into an error; the credential's secrets and `secrets` are redacted. */
	fail: (problem: Problem, secrets?: string[]) => NodeApiError;
};

/** Reads and checks the node's credential. Throws an error that says what to enter. */
export async function connect<Context extends ApiContext>(
	context: Context,
	occasion: Occasion = RUNNING,
): Promise<Connection<Context>> {
	const credential = await readCredential(context);
	const node = context.getNode();
	const { audience } = occasion;
	const baseUrl = checkBaseUrl(credential.data.baseUrl);
	if (!baseUrl.ok) throw credentialError(node, baseUrl.problem, audience);
	const apiKey = typeof credential.data.apiKey === 'string' ? credential.data.apiKey : '';
	if (apiKey.trim() === '') throw credentialError(node, 'noApiKey', audience);
	const keyDigest = digestKey(baseUrl.value, apiKey);
	return {
		context,
		credential,
		baseUrl: baseUrl.value,
		keyDigest,
		budget: budgetOf(keyDigest),
		caller: { priority: occasion.priority, requests: 0 },
		occasion,
		apiKey,
		fail: (problem, secrets = []) =>
			apiError(node, problem, audience, [
				apiKey,
				...textsIn(credential.data.webhookSecret),
				...secrets,
			]),
	};
}

async function readCredential(context: ApiContext) {
	const data = await context.getCredentials(CREDENTIAL_TYPE);
	const { id, name } = context.getNode().credentials?.[CREDENTIAL_TYPE] ?? { id: null, name: '' };
	return { id: id ?? '', name, type: CREDENTIAL_TYPE, data };
}

function textsIn(value: unknown): string[] {
	return typeof value === 'string' ? [value] : [];
}

/** Spaces pasted along with a key make no other key of it: the service gets it without them. */
function digestKey(baseUrl: string, apiKey: string): string {
	return createHash('sha256').update(`${baseUrl}\n${apiKey.trim()}`).digest('base64');
}
