/** A key with everything that some escape changes. */
export const KEY = 'sk_live_a+b/c=d"e\\f?&Zz0912345';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');

const eachCharacter = (text: string, write: (code: string) => string) =>
	[...text].map((one) => write((one.codePointAt(0) ?? 0).toString(16).padStart(2, '0'))).join('');

const HTML_NAMES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

/** What a service, a proxy, or a firewall may do to text that it repeats. */
export const ENCODINGS: Record<string, (text: string) => string> = {
	'percent-encoded': encodeURIComponent,
	'percent-encoded with small digits': (text) =>
		encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
	'percent-encoded in every byte': (text) => eachCharacter(text, (code) => `%${code}`),
	'JSON-escaped': (text) => JSON.stringify(text).slice(1, -1),
	'JSON-escaped with slashes': (text) => JSON.stringify(text).slice(1, -1).replace(/\//g, '\\/'),
	'JSON-escaped in every character': (text) =>
		eachCharacter(text, (code) => `\\u${code.padStart(4, '0')}`),
	'in HTML by name': (text) => text.replace(/[&<>"']/g, (one) => HTML_NAMES[one] ?? ''),
	'in HTML by number': (text) => eachCharacter(text, (code) => `&#${parseInt(code, 16)};`),
	'in HTML by hexadecimal number': (text) => eachCharacter(text, (code) => `&#x${code};`),
	'in base64': base64,
	'in base64url': base64url,
	'in base64 after a username': (text) => base64(`user:${text}`),
	'in base64 with text around it': (text) => base64(`Bearer ${text}:tail`),
};
