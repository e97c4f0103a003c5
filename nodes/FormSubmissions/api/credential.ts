import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { apiError, asNodeError } from '../errors/nodeErrors';
import { trimUnseen } from '../general/typedText';

export const CREDENTIAL_TYPE = 'formSubmissionsApi';

type CredentialContext = {
	getNode(): INode;
	getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string): Promise<T>;
};

/** The node's credential, decrypted; `goesOn` as in the values of a situation. */
export async function readCredential(
	context: CredentialContext,
	goesOn = false,
): Promise<ICredentialDataDecryptedObject> {
	try {
		return await context.getCredentials(CREDENTIAL_TYPE);
	} catch (thrown) {
		const node = context.getNode();
		const error = asNodeError(node, thrown);
		// Recognized by n8n's words: the classes of these errors aren't exported.
		if (/^Credential with ID .* (does not exist|was not found)/.test(error.message)) {
			throw apiError(node, { situation: 'credentialGone' }, []);
		}
		if (/could not be decrypted/.test(error.message)) {
			throw apiError(node, { situation: 'credentialUnreadable', goesOn }, []);
		}
		throw error;
	}
}

/** The API key, without what comes with pasting, such as spaces and the word Bearer; undefined if there is none. */
export function readApiKey(entered: unknown): string | undefined {
	if (typeof entered !== 'string') return undefined;
	return trimUnseen(trimUnseen(entered).replace(/^bearer(?=\s|$)/i, '')) || undefined;
}
