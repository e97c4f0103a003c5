import { HOSTILE } from './hostileNames';

/** What forms really send. */
export type Awkward = {
	what: string;
	data: Record<string, unknown>;
	/** The address that a receiver should get; none if there is none that can be used. */
	address?: string;
};

const DATA_URI = `data:image/png;base64,${'iVBORw0K'.repeat(12_500)}`;

/** Names that objects, n8n's expressions, its nodes, or JavaScript take for their own. */
const RESERVED = [
	...Object.getOwnPropertyNames(Object.prototype),
	...['caller', 'callee', 'arguments', 'binding', 'prototype', 'mainModule'],
	...['json', 'binary', 'pairedItem', 'index', 'row_number', 'error', 'id', 'run', 'submission'],
];

const reserved = Object.fromEntries(RESERVED.map((name) => [name, `the field ${name}`]));

/** Each has a `name` of its own, by which a receiver's contact is found. */
export const AWKWARD: Awkward[] = [
	{
		what: 'names of all kinds',
		data: { ...HOSTILE, email: 'names@example.com' },
		address: 'names@example.com',
	},
	{
		what: 'reserved names',
		data: { ...reserved, email: 'reserved@example.com' },
		address: 'reserved@example.com',
	},
	{
		what: 'an address that shows as much as a path',
		data: { email: 'a/../b#c?d@example.com' },
		address: 'a/../b#c?d@example.com',
	},
	{
		what: 'a percent sign and a plus',
		data: { email: 'a%2Fb+c@example.com' },
		address: 'a%2Fb+c@example.com',
	},
	{
		what: 'what breaks out of JSON and headers',
		data: { email: 'json@example.com', message: '"}, {"admin": true\r\nX-Added: 1' },
		address: 'json@example.com',
	},
	{
		what: 'an expression and a formula',
		data: { email: 'run@example.com', message: '{{ $env }}', formula: '=1+1' },
		address: 'run@example.com',
	},
	{
		what: 'spaces and what nobody sees around the address',
		data: { email: '\u00a0 edge@example.com\u200b\n' },
		address: 'edge@example.com',
	},
	{
		what: 'an empty message',
		data: { email: 'empty@example.com', message: '' },
		address: 'empty@example.com',
	},
	{
		what: 'a message that is null',
		data: { email: 'null@example.com', message: null },
		address: 'null@example.com',
	},
	{
		what: 'a list',
		data: { email: 'list@example.com', message: ['a', 'b'] },
		address: 'list@example.com',
	},
	{
		what: 'a group',
		data: { email: 'group@example.com', message: { first: 'A', last: 'Ö' } },
		address: 'group@example.com',
	},
	{
		what: 'a signature',
		data: { email: 'signature@example.com', signature: DATA_URI },
		address: 'signature@example.com',
	},
	{
		what: 'a number',
		data: { email: 'number@example.com', message: 7 },
		address: 'number@example.com',
	},
	{ what: 'no address', data: { message: 'Hello' } },
	{ what: 'an address that is null', data: { email: null } },
	{ what: 'a blank address', data: { email: '  ' } },
	{ what: 'a list of addresses', data: { email: ['a@example.com', 'b@example.com'] } },
	{ what: 'several addresses', data: { email: 'a@example.com;b@example.com' } },
	{ what: 'a line break in the address', data: { email: 'a@example.com\nBcc: b@example.com' } },
	{ what: 'a name around the address', data: { email: 'Ann <ann@example.com>' } },
	{ what: 'text that is no address', data: { email: 'call me' } },
].map(({ what, data, ...rest }) => ({ what, data: { name: what, ...data }, ...rest }));

/** What receivers answer to a POST, and what that means. */
export const ANSWERS: Array<{
	status: number;
	location?: string;
	means: 'sent' | 'refused' | 'again' | 'not sent';
}> = [
	{ status: 200, means: 'sent' },
	{ status: 201, means: 'sent' },
	{ status: 204, means: 'sent' },
	{ status: 302, location: 'https://example.com/thanks', means: 'sent' },
	{ status: 303, location: '/contacts/1', means: 'sent' },
	{ status: 409, means: 'sent' },
	{ status: 301, location: 'https://example.com/new', means: 'refused' },
	{ status: 307, location: 'https://example.com/new', means: 'refused' },
	{ status: 308, location: 'https://example.com/new', means: 'refused' },
	{ status: 400, means: 'refused' },
	{ status: 413, means: 'refused' },
	{ status: 422, means: 'refused' },
	{ status: 401, means: 'not sent' },
	{ status: 404, means: 'not sent' },
	{ status: 429, means: 'again' },
	{ status: 500, means: 'again' },
	{ status: 503, means: 'again' },
];
