import { isLocalHost } from './hostScope';
import { parseUrl } from './parseUrl';

export type BaseUrlVerdict = { url: string } | { problem: string };

/**
 * Checks the base URL of the credential and takes trailing slashes off; a path prefix is kept.
 * The `problem` is a sentence that tells a person what to enter.
 */
export function checkBaseUrl(entered: unknown): BaseUrlVerdict {
	const text = typeof entered === 'string' ? entered.trim() : '';
	const advice =
		'Open the credential and enter the address of the service in full, e.g. https://api.example.com';
	if (text === '') return { problem: `The base URL is empty. ${advice}` };

	const parsed = parseUrl(text);
	if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || !/^https?:\/\//i.test(text)) {
		return { problem: `The base URL is not a web address. ${advice}` };
	}
	if (parsed.username !== '' || parsed.password !== '') {
		return {
			problem: `The base URL contains a user name or a password. Take it out; only the field API Key holds the key. ${advice}`,
		};
	}
	if (parsed.search !== '' || parsed.hash !== '') {
		return { problem: `The base URL has a "?" or "#" part, which it must not have. ${advice}` };
	}
	if (parsed.protocol === 'http:' && !isLocalHost(parsed.hostname)) {
		return {
			problem: `The base URL starts with http://, so the API key would travel unprotected. Open the credential and enter the address with https://, e.g. https://${parsed.host}`,
		};
	}
	return { url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}` };
}
