import { WRITE_SCOPE } from '../keys';
import { ServiceError } from '../serviceError';
import { assertFormExists, readQuery, type Endpoint } from './endpoint';

/** Enough for the addresses that tests use. */
const PRIVATE_HOST = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.|\.(internal|local)$/;

export const createDestination: Endpoint = {
	method: 'POST',
	path: /^\/v1\/forms\/([^/]+)\/destinations$/,
	scope: WRITE_SCOPE,
	isRead: false,
	answer({ id: formId, search, headers, body, store, options }) {
		readQuery(search, []);
		assertFormExists(store, formId);
		if (!headers['content-type']?.startsWith('application/json')) {
			throw new ServiceError(415, 'The body must be application/json');
		}
		const { url, secret } = readBody(body);
		if (!options.allowPrivateDestinations && !isPublicHost(new URL(url).hostname)) {
			throw new ServiceError(422, 'url must point to a publicly reachable server');
		}
		const { id } = store.addDestination({
			formId,
			url,
			...(secret === undefined ? {} : { secret }),
		});
		return { status: 201, body: JSON.stringify({ ok: true, data: { id } }) };
	},
};

/** Knows no other members than the specification. */
function readBody(body: string): { url: string; secret?: string } {
	const { provider, fields, ...others } = readObject(JSON.parse(body));
	const { url, secret, ...otherFields } = readObject(fields);
	if (provider !== 'webhook' || typeof url !== 'string' || !URL.canParse(url)) {
		throw new ServiceError(422, 'provider must be "webhook", and fields.url an absolute URL');
	}
	if (secret !== undefined && (typeof secret !== 'string' || secret === '')) {
		throw new ServiceError(422, 'fields.secret must be a non-empty string');
	}
	const [unknown] = Object.keys({ ...others, ...otherFields });
	if (unknown !== undefined) throw new ServiceError(422, `The member ${unknown} is unknown`);
	return { url, secret };
}

function readObject(value: unknown): Record<string, unknown> {
	if (typeof value === 'object' && value !== null) return { ...value };
	throw new ServiceError(422, 'The body and its fields must be objects');
}

function isPublicHost(host: string): boolean {
	return host.includes('.') && !PRIVATE_HOST.test(host);
}
