import { isRecord } from '../general/records';
import type { Situation } from './situations';

/**
 * What a response that isn't a success means; a 2xx was one but for its `ok: false`. `isForeign`: it
 * has a body that isn't JSON, which this API doesn't send. `isDocumented`: the specification shows
 * what a successful response looks like.
 */
export function situationOfResponse(
	status: number,
	json: unknown,
	isForeign: boolean,
	isDocumented: boolean,
): Situation {
	if (status >= 200 && status < 300) return 'notOk';
	if (status === 401) return 'keyRefused';
	if (status === 402) return 'paymentRequired';
	if (status === 403) return isForeign ? 'blockedOnTheWay' : 'notPermitted';
	// This API responds in JSON, so a web page that says "not found" comes from some other site.
	if (status === 404) return isRecord(json) || !isDocumented ? 'notFound' : 'notThisApi';
	if (status === 429) return 'rateLimited';
	if (status === 400 || status === 409 || status === 422) return 'badRequest';
	if (status >= 300 && status < 400) return 'redirected';
	// 408 and 425 ask the client to repeat the request.
	if (status >= 500 || status === 408 || status === 425) return 'serviceDown';
	return 'unexpectedStatus';
}

/** The service's own words: the first of `error.message`, `error`, and `message` that is text. */
export function serviceMessage(json: unknown): string | undefined {
	if (!isRecord(json)) return undefined;
	const nested = isRecord(json.error) ? json.error.message : undefined;
	return [nested, json.error, json.message].find(
		(candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
	);
}

/** What a code or message of n8n or its HTTP library means; the first match counts. */
const THROWN: Array<[pattern: RegExp, situation: Situation]> = [
	[/restricted IP|SSRF|request was blocked/i, 'blockedByN8n'],
	// The server hung up on the handshake; the code is that of a reset.
	[/before secure TLS connection/, 'notHttps'],
	// Axios reports this if the connection closes within the body; a reset may come before or in it.
	[/^(stream has been )?aborted$/i, 'bodyCutShort'],
	[/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'bodyCutShort'],
	[/^ECONNABORTED$|TIMEDOUT$/, 'noResponseInTime'],
	[/^ENOTFOUND$/, 'hostNotFound'],
	// Node's parser of HTTP, and its decompression (zlib and Brotli).
	[/^HPE_|^Z_\w+_ERROR$|^ERR_.*BROTLI|^ERR__ERROR_/, 'unreadableResponse'],
	[/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'certificateOutdated'],
	[/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|^CERT_UNTRUSTED$/, 'certificateUntrusted'],
	[/CERT|^ERR_TLS/, 'certificate'],
	[/^EPROTO$|^ERR_SSL_/, 'notHttps'],
];

/**
 * What went wrong, according to a thrown request error. Errors are recognized by their shape, because the classes of
 * n8n and its HTTP library differ between versions. Only codes and messages are read: the error
 * also contains the request's headers, and those contain the key.
 */
export function findingOfThrown(thrown: unknown): { situation: Situation } {
	const texts = textsOf(thrown);
	const match = THROWN.find(([pattern]) => texts.some((text) => pattern.test(text)));
	return { situation: match?.[1] ?? 'noConnection' };
}

/** The codes and messages of the error and its causes, at most five in all. */
function textsOf(error: unknown, depth = 0): string[] {
	if (!isRecord(error) || depth > 4) return [];
	const own = [error.code, error.httpCode, error.message];
	return [...own.filter((text) => typeof text === 'string'), ...textsOf(error.cause, depth + 1)];
}
