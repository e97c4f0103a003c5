/**
 * The credential's webhook secret, without spaces and line breaks pasted around it; undefined if
 * there is none. A secret entered in the service's dashboard is sent without them, too.
 */
export function readManualSecret(entered: unknown): string | undefined {
	const secret = typeof entered === 'string' ? entered.trim() : '';
	return secret === '' ? undefined : secret;
}
