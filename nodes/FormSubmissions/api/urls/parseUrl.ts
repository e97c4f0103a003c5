/**
 * A text as a URL, or undefined. Not by `URL.canParse`: on Node.js 20 it was seen to say false for
 * a host with letters such as "ü" once the engine had optimised it.
 */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
