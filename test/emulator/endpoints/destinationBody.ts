import { ServiceError } from '../serviceError';

type DestinationBody = { url: string; secret?: string };

export function readDestinationBody(
	contentType: string | undefined,
	body: string,
): DestinationBody {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		throw new ServiceError('unsupported_media_type', 'The body must be application/json');
	}
	const { provider, fields } = readObject(parseJson(body), 'The body', ['provider', 'fields']);
	if (provider !== 'webhook') {
		throw new ServiceError('invalid_parameter', 'provider must be "webhook"');
	}
	const { url, secret } = readObject(fields, 'fields', ['url', 'secret']);
	return { url: readUrl(url), ...(secret === undefined ? {} : { secret: readSecret(secret) }) };
}

function parseJson(body: string): unknown {
	const parsed = tryParse(body);
	if (parsed === undefined) throw new ServiceError('bad_request', 'The body is not JSON');
	return parsed;
}

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readObject<Name extends string>(
	value: unknown,
	what: string,
	known: readonly Name[],
): Partial<Record<Name, unknown>> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new ServiceError('invalid_parameter', `${what} must be an object`);
	}
	const unknownName = Object.keys(value).find((name) => !known.some((one) => one === name));
	if (unknownName !== undefined) {
		throw new ServiceError('invalid_parameter', `${what} has an unknown member ${unknownName}`);
	}
	return value;
}

function readUrl(url: unknown): string {
	if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
		throw new ServiceError('destination_refused', 'fields.url must be an absolute http(s) URL');
	}
	return url;
}

function readSecret(secret: unknown): string {
	if (typeof secret !== 'string' || secret === '') {
		throw new ServiceError('invalid_parameter', 'fields.secret must be a non-empty string');
	}
	return secret;
}
