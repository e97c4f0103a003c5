/** A key with everything that some encoding changes. */
export const KEY = 'sk_live_a+b/c=d"e\\f?ä😀&Zz09';

export const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
export const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');

const eachUnit = (text: string, write: (code: number) => string) =>
	text
		.split('')
		.map((unit) => write(unit.charCodeAt(0)))
		.join('');
const eachCharacter = (text: string, write: (code: number) => string) =>
	[...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const eachByte = (text: string, write: (code: number) => string) =>
	[...Buffer.from(text, 'utf8')].map(write).join('');
const digits = (code: number, length = 0) => code.toString(16).padStart(length, '0');

const HTML_NAMES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
	'/': '&sol;',
	'=': '&equals;',
	'+': '&plus;',
	'\\': '&bsol;',
	_: '&lowbar;',
};
const htmlNames = (text: string) => text.replace(/[&<>"'/=+\\_]/g, (one) => HTML_NAMES[one] ?? '');

/** Ways to escape a text, which can be used on top of one another. */
export const ESCAPES: Record<string, (text: string) => string> = {
	'URL-encoded': encodeURIComponent,
	'URL-encoded with small digits': (text) =>
		encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
	'URL-encoded with + for spaces': (text) => encodeURIComponent(text).replace(/%20/g, '+'),
	'URL-encoded in every byte': (text) => eachByte(text, (byte) => `%${digits(byte, 2)}`),
	'JSON-escaped': (text) => JSON.stringify(text).slice(1, -1),
	'JSON-escaped with slashes': (text) => JSON.stringify(text).slice(1, -1).replace(/\//g, '\\/'),
	'escaped as \\u': (text) => eachUnit(text, (code) => `\\u${digits(code, 4)}`),
	'escaped as \\u with capital digits': (text) =>
		eachUnit(text, (code) => `\\u${digits(code, 4).toUpperCase()}`),
	'escaped as \\x where possible': (text) =>
		eachUnit(text, (code) => (code < 256 ? `\\x${digits(code, 2)}` : `\\u${digits(code, 4)}`)),
	'in HTML by name': htmlNames,
	'in HTML by number': (text) => eachCharacter(text, (code) => `&#${code};`),
	'in HTML by hexadecimal number': (text) => eachCharacter(text, (code) => `&#x${digits(code)};`),
	'in HTML by capital number': (text) =>
		eachCharacter(text, (code) => `&#X${digits(code, 6).toUpperCase()};`),
};

/** Ways to write its bytes, below any escaping. */
export const ALPHABETS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in hex': hex,
	'in hex with capital digits': (text) => hex(text).toUpperCase(),
	'in base64': base64,
	'in base64url': base64url,
};

export const ENCODINGS = { ...ALPHABETS, ...ESCAPES };

/** Ways that are unusual; what a service or a proxy does isn't specified. */
export const UNUSUAL: Record<string, (text: string) => string> = {
	'in HTML without semicolons': (text) => eachCharacter(text, (code) => `&#${code}`),
	'in HTML with many zeros': (text) =>
		eachCharacter(text, (code) => `&#${String(code).padStart(12, '0')};`),
	'escaped as %u': (text) => eachUnit(text, (code) => `%u${digits(code, 4)}`),
	'escaped as \\u{}': (text) => eachCharacter(text, (code) => `\\u{${digits(code)}}`),
	'escaped in octal': (text) => eachByte(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
	'escaped as in an email': (text) => eachByte(text, (byte) => `=${digits(byte, 2).toUpperCase()}`),
	'in hex with spaces': (text) => eachByte(text, (byte) => `${digits(byte, 2)} `),
	'in hex with 0x': (text) => eachByte(text, (byte) => `0x${digits(byte, 2)}, `),
	'as a list of bytes': (text) => JSON.stringify(Buffer.from(text)),
	'in hex in base64': (text) => base64(`key=${hex(text).toUpperCase()}`),
	'with spaces': (text) => [...text].join(' '),
	'in capital letters': (text) => text.toUpperCase(),
	...Object.fromEntries(
		['\u0301', '\u3000', '日', '.'].map((joiner) => [
			`divided by ${joiner}`,
			(text: string) => [...text].join(joiner),
		]),
	),
};
