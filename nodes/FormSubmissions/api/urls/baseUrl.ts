import type { Situation } from '../../errors/situations';
import type { Result } from '../../general/result';
import { trimUnseen } from '../../general/typedText';
import { isLocalHost } from './localHosts';

/** A host or an IPv6 address in brackets, then an optional port, then the path; no spaces. */
const ADDRESS = /^https?:\/\/(?:\[[^\]\s]*\]|[^/?#\\:@[\]\s]+)(?::\d+)?(?:[/?#]\S*)?$/i;

/**
 * Checks the base URL of the credential. Adds `https://` if no scheme was entered, drops trailing
 * slashes and a final `/v1` or `/v1/forms`, and keeps a path prefix.
 */
export function checkBaseUrl(entered: unknown): Result<string, Situation> {
	const trimmed = typeof entered === 'string' ? trimUnseen(entered) : '';
	if (trimmed === '') return { ok: false, problem: 'noBaseUrl' };
	const text = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
	if (/^https?:\/\/[^/?#\\]*@/i.test(text)) return { ok: false, problem: 'userInfo' };

	const parsed = parseUrl(text);
	if (!parsed || !ADDRESS.test(text)) return { ok: false, problem: 'notUrl' };
	if (/[?#]/.test(text)) return { ok: false, problem: 'query' };
	if (parsed.protocol === 'http:' && !isLocalHost(parsed.hostname)) {
		return { ok: false, problem: 'unprotected' };
	}
	const path = parsed.pathname.replace(/(?:\/+v1(?:\/+forms)?)?\/*$/i, '');
	return { ok: true, value: parsed.origin + path };
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
