/**
 * The webhook secret of the credential without the spaces and line breaks that come with a paste;
 * undefined where there is none. What a person enters in the service's dashboard is sent without
 * them, too.
 */
export function readManualSecret(entered: unknown): string | undefined {
	const secret = typeof entered === 'string' ? entered.trim() : '';
	return secret === '' ? undefined : secret;
}
