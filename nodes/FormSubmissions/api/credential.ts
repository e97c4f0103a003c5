import { trimUnseen } from '../general/typedText';

export const CREDENTIAL_TYPE = 'formSubmissionsApi';

/**
 * A secret of the credential, without the spaces and invisible characters that come with pasting;
 * undefined if there is none.
 */
export function readSecret(entered: unknown): string | undefined {
	return (typeof entered === 'string' && trimUnseen(entered)) || undefined;
}

/** The API key, without what comes with pasting, such as the word Bearer; undefined if there is none. */
export function readApiKey(entered: unknown): string | undefined {
	return readSecret(readSecret(entered)?.replace(/^bearer(?=\s|$)/i, ''));
}
