import { BASE_URL_TEXTS } from '../../errors/credentialTexts';
import type { ErrorText } from '../../errors/problem';
import { BASE_URL_PATTERNS } from './baseUrlRules';
import { isLocalHost } from './hostScope';
import { parseUrl } from './parseUrl';

export type BaseUrlVerdict = { url: string } | { problem: ErrorText };

/**
 * Checks the base URL of the credential. Adds `https://` if no scheme was entered, drops trailing
 * slashes and a final `/v1`, and keeps a path prefix. The `problem` tells a person what to enter.
 * `testedBaseUrl.ts` repeats these rules for the connection test.
 */
export function checkBaseUrl(entered: unknown): BaseUrlVerdict {
	const trimmed = typeof entered === 'string' ? entered.trim() : '';
	if (trimmed === '') return { problem: BASE_URL_TEXTS.empty };
	const text = matches(trimmed, 'scheme') ? trimmed : `https://${trimmed}`;
	if (matches(text, 'userInfo')) return { problem: BASE_URL_TEXTS.userInfo };

	const parsed = parseUrl(text);
	if (!parsed || !matches(text, 'address') || matches(text, 'blank')) {
		return { problem: BASE_URL_TEXTS.notAnAddress };
	}
	if (matches(text, 'query')) return { problem: BASE_URL_TEXTS.query };
	if (parsed.protocol === 'http:' && !isLocalHost(parsed.hostname)) {
		return { problem: BASE_URL_TEXTS.unprotected };
	}
	return { url: `${parsed.origin}${withoutEnd(parsed.pathname)}` };
}

function matches(text: string, pattern: keyof typeof BASE_URL_PATTERNS): boolean {
	return new RegExp(BASE_URL_PATTERNS[pattern], 'i').test(text);
}

function withoutEnd(path: string): string {
	const { finalSlashes, finalVersion } = BASE_URL_PATTERNS;
	return [finalSlashes, finalVersion, finalSlashes].reduce(
		(rest, end) => rest.replace(new RegExp(end, 'i'), ''),
		path,
	);
}
