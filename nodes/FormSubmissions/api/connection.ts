import { createHash } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	NodeApiError,
} from 'n8n-workflow';

import { apiError, type Finding } from '../errors/nodeErrors';
import type { Situation } from '../errors/situations';
import { isForModel } from '../general/node';
import { CREDENTIAL_TYPE, readApiKey, readCredential } from './credential';
import { type TimeLimits, RUNNING } from './timeLimits';
import { budgetOf, type RateBudget } from './transport/rateBudget';
import { checkBaseUrl } from './urls/baseUrl';

export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | ITriggerFunctions;

/** Reads a node's credential, or returns one that was read a moment ago. */
export type ReadCredential = () => Promise<ICredentialDataDecryptedObject>;

/** One workspace of the service, as one run of a node sees it. */
export type Connection<Context extends ApiContext = ApiContext> = {
	context: Context;
	/** As it was when the run began; all of its requests use this one. */
	credential: ICredentialsDecrypted;
	baseUrl: string;
	/** Identifies service and key in process memory, without revealing the key. */
	keyDigest: string;
	budget: RateBudget;
	timeLimits: TimeLimits;
	isForModel: boolean;
	/** Without spaces around it, as the service gets it. */
	apiKey: string;
	/** The error for a situation; the credential's secrets and `secrets` are redacted. */
	errorFor: (
		situation: Situation,
		about?: Omit<Finding, 'situation'>,
		secrets?: string[],
	) => NodeApiError;
};

/** Reads and checks the node's credential. Throws an error that says what to enter. */
export async function connect<Context extends ApiContext>(
	context: Context,
	timeLimits: TimeLimits = RUNNING,
	read: ReadCredential = async () => await readCredential(context, timeLimits.goesOn),
): Promise<Connection<Context>> {
	const data = await read();
	const apiKey = readApiKey(data.apiKey);
	const own = apiKey === undefined ? [] : [apiKey];
	const errorOf = (finding: Finding, secrets: string[] = []) =>
		apiError(context.getNode(), finding, [...own, ...secrets]);
	const baseUrl = checkBaseUrl(data.baseUrl);
	const { goesOn } = timeLimits;
	if (!baseUrl.ok) throw errorOf({ situation: baseUrl.problem, goesOn });
	if (apiKey === undefined) throw errorOf({ situation: 'noApiKey', goesOn });
	const keyDigest = digestKey(baseUrl.value, apiKey);
	return {
		context,
		credential: credentialOf(context, data),
		baseUrl: baseUrl.value,
		keyDigest,
		budget: budgetOf(keyDigest),
		timeLimits,
		isForModel: isForModel(context.getNode()),
		apiKey,
		errorFor: (situation, about, secrets) =>
			errorOf({ ...about, situation, baseUrl: baseUrl.value, goesOn }, secrets),
	};
}

function credentialOf(context: ApiContext, data: ICredentialDataDecryptedObject) {
	const { id, name } = context.getNode().credentials?.[CREDENTIAL_TYPE] ?? { id: null, name: '' };
	return { id: id ?? '', name, type: CREDENTIAL_TYPE, data };
}

function digestKey(baseUrl: string, apiKey: string): string {
	return createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
}
