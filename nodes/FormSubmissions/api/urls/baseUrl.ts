import type { CredentialProblem } from '../../errors';
import type { Result } from '../../general/result';
import { isLocalHost } from './hostScope';

/** The patterns that a base URL is checked against, as regular expression sources (flag `i`). */
export const BASE_URL_PATTERNS = {
	scheme: '^[a-z][a-z\\d+.-]*://',
	userInfo: '^https?://[^/?#\\\\]*@',
	/** A host or an IPv6 address in brackets, then an optional port, then the path; no spaces. */
	address: '^https?://(?:\\[[^\\]\\s]*\\]|[^/?#\\\\:@[\\]\\s]+)(?::\\d+)?(?:[/?#]\\S*)?$',
	query: '[?#]',
	end: '(?:/+v1(?:/+forms)?)?/*$',
} as const;

/**
 * Checks the base URL of the credential. Adds `https://` if no scheme was entered, drops trailing
 * slashes and a final `/v1` or `/v1/forms`, and keeps a path prefix. `testedBaseUrl.ts` repeats these
 * rules for the connection test.
 */
export function checkBaseUrl(entered: unknown): Result<string, CredentialProblem> {
	const trimmed = typeof entered === 'string' ? entered.trim() : '';
	if (trimmed === '') return { ok: false, problem: 'noBaseUrl' };
	const text = matches(trimmed, 'scheme') ? trimmed : `https://${trimmed}`;
	if (matches(text, 'userInfo')) return { ok: false, problem: 'userInfo' };

	const parsed = parseUrl(text);
	if (!parsed || !matches(text, 'address')) return { ok: false, problem: 'notUrl' };
	if (matches(text, 'query')) return { ok: false, problem: 'query' };
	if (parsed.protocol === 'http:' && !isLocalHost(parsed.hostname)) {
		return { ok: false, problem: 'unprotected' };
	}
	return { ok: true, value: parsed.origin + parsed.pathname.replace(regExp('end'), '') };
}

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

function matches(text: string, pattern: keyof typeof BASE_URL_PATTERNS): boolean {
	return regExp(pattern).test(text);
}

function regExp(pattern: keyof typeof BASE_URL_PATTERNS): RegExp {
	return new RegExp(BASE_URL_PATTERNS[pattern], 'i');
}
