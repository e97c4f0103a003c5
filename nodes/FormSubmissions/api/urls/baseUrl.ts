import { BASE_URL_TEXTS } from '../../errors/credentialTexts';
import type { ErrorText } from '../../errors/problem';
import { isLocalHost } from './hostScope';
import { parseUrl } from './parseUrl';

export type BaseUrlVerdict = { url: string } | { problem: ErrorText };

/**
 * Checks the base URL of the credential. Spaces around it, slashes at its end and a final `/v1` are
 * taken off, `https://` is added where no scheme was entered, a path prefix is kept. The `problem`
 * tells a person what to enter.
 */
export function checkBaseUrl(entered: unknown): BaseUrlVerdict {
	const text = typeof entered === 'string' ? entered.trim() : '';
	if (text === '') return { problem: BASE_URL_TEXTS.empty() };

	const parsed = parseUrl(withScheme(text));
	if (!parsed || !/^https?:$/.test(parsed.protocol)) {
		return { problem: BASE_URL_TEXTS.noAddress() };
	}
	if (parsed.username !== '' || parsed.password !== '') {
		return { problem: BASE_URL_TEXTS.userOrPassword() };
	}
	if (parsed.search !== '' || parsed.hash !== '') return { problem: BASE_URL_TEXTS.query() };
	if (parsed.protocol === 'http:' && !isLocalHost(parsed.hostname)) {
		return { problem: BASE_URL_TEXTS.unprotected(parsed.host) };
	}
	return {
		url: `${parsed.origin}${parsed.pathname.replace(/(\/+v1)?\/*$/i, '').replace(/\/+$/, '')}`,
	};
}

/** A host name with dots, as people copy it: with a port or a path, without a scheme. */
const BARE_HOST = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u;

function withScheme(text: string): string {
	if (/^https?:\/\//i.test(text)) return text;
	return BARE_HOST.test(text) ? `https://${text}` : '';
}
