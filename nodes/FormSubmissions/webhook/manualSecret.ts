/**
 * The credential's webhook secret, without the spaces and line breaks that come with pasting;
 * undefined if there is none.
 */
export function readManualSecret(entered: unknown): string | undefined {
	const secret = typeof entered === 'string' ? entered.trim() : '';
	return secret === '' ? undefined : secret;
}
