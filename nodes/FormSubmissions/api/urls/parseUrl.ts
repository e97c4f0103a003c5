/**
 * Parses a URL; undefined if the text isn't one. Doesn't use `URL.canParse`: on Node.js 20, once
 * the engine had optimized it, it returned false for a host with letters such as "ü".
 */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
