import { isRecord } from '../general/records';
import type { Situation } from './situations';

/** What kind of body a response has; this API sends JSON. */
export type BodyKind = 'json' | 'html' | 'text' | 'empty';

/**
 * What a response that isn't a success means, such as a 2xx with `ok: false`. `isDocumented`: the
 * specification shows what a successful response looks like.
 */
export function situationOfResponse(
	status: number,
	json: unknown,
	body: BodyKind,
	isDocumented: boolean,
): Situation {
	if (status >= 200 && status < 300) return 'notOk';
	// Only a web page: "Unauthorized" as plain text is more likely to come from the service itself.
	if (status === 401) return body === 'html' ? 'blockedOnTheWay' : 'keyRefused';
	// Only a proxy asks for a login of its own.
	if (status === 407) return 'blockedOnTheWay';
	if (status === 402) return 'paymentRequired';
	if (status === 403) {
		return body === 'html' || body === 'text' ? 'blockedOnTheWay' : 'notPermitted';
	}
	// This API responds in JSON, so a web page that says "not found" comes from some other site.
	if (status === 404) return isRecord(json) || !isDocumented ? 'notFound' : 'notThisApi';
	if (status === 429) return 'rateLimited';
	if (status === 400 || status === 409 || status === 422) {
		// A server that expects https at this port sends a web page.
		return body === 'html' && isDocumented ? 'notThisApi' : 'badRequest';
	}
	// A cache may send 304, although no request is conditional.
	if (status >= 300 && status < 400 && status !== 304) return 'redirected';
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
	// Axios reports this if the connection closes within the body; a reset may come before it, too.
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
 * What went wrong, according to a thrown request error. Errors are recognized by their shape, because
 * the classes of n8n and its HTTP library differ between versions. Only codes and messages are read:
 * the error also contains the request's headers, and those contain the key.
 */
export function classifyThrown(thrown: unknown): { situation: Situation } {
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
