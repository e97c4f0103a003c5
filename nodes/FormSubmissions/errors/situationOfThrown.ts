import { isRecord } from '../general/records';
import type { Situation } from './situations';

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
	// More text than one string, or the memory, can hold.
	[/^ERR_STRING_TOO_LONG$|^Invalid string length$|^Array buffer allocation failed$/, 'tooLarge'],
	// Node's parser of HTTP, and its decompression (zlib and Brotli).
	[/^HPE_|^Z_\w+_ERROR$|^ERR_.*BROTLI|^ERR__ERROR_/, 'unreadableResponse'],
	[/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'certificateOutdated'],
	[/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|^CERT_UNTRUSTED$/, 'certificateUntrusted'],
	[/CERT|^ERR_TLS/, 'certificate'],
	[/^EPROTO$|^ERR_SSL_/, 'notHttps'],
];

/**
 * Errors are recognized by their shape, because the classes of n8n and its HTTP library differ between
 * versions. Only codes and messages are read: an error also has the request's headers, and so the key.
 */
export function situationOfThrown(thrown: unknown): Situation {
	const texts = textsOf(thrown);
	const match = THROWN.find(([pattern]) => texts.some((text) => pattern.test(text)));
	return match?.[1] ?? 'noConnection';
}

/** The codes and messages of the error and its causes, at most five in all. */
function textsOf(error: unknown, depth = 0): string[] {
	if (!isRecord(error) || depth > 4) return [];
	const own = [error.code, error.httpCode, error.message];
	return [...own.filter((text) => typeof text === 'string'), ...textsOf(error.cause, depth + 1)];
}
