import { isRecord } from '../general/records';
import type { Problem, Situation } from './situations';

/** A problem, without what the request was about. */
export type Finding = Omit<Problem, 'subject'>;

/** A response that isn't a success, as far as it says what went wrong. */
export type FailedResponse = {
	status: number;
	/** Its `Location`, if it has one. */
	location?: string;
	/** Its body; undefined if that isn't JSON. */
	json: unknown;
	/** Whether it has a body that isn't JSON: this API doesn't send any. */
	isForeign: boolean;
	/** Whether the specification shows what a successful response looks like. */
	isDocumented: boolean;
};

/** What went wrong, according to the status and body; a 2xx was a success but for its `ok: false`. */
export function findingOfResponse(response: FailedResponse): Finding {
	const { status, location, json } = response;
	return {
		situation: situationOfResponse(response),
		status,
		serviceMessage: serviceMessage(json),
		// Origin and path only: a query could contain a secret.
		location: location?.replace(/[?#].*$/s, ''),
	};
}

function situationOfResponse({ status, json, isForeign, isDocumented }: FailedResponse): Situation {
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
function serviceMessage(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.message : undefined;
	return [nested, body.error, body.message].find(
		(candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
	);
}

/** The first match counts. n8n and its HTTP library tell errors apart by a code or a message. */
const THROWN: Array<{ situation: Situation; code?: RegExp; message?: RegExp }> = [
	{ situation: 'blockedByN8n', message: /restricted IP|SSRF|request was blocked/i },
	// Axios reports this if the connection closes within the body; a reset may come before or in it.
	{ situation: 'bodyCutShort', message: /^(stream has been )?aborted$/i },
	{ situation: 'bodyCutShort', code: /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/ },
	{ situation: 'noResponseInTime', code: /^ECONNABORTED$|TIMEDOUT$/ },
	{ situation: 'hostNotFound', code: /^ENOTFOUND$/ },
	{ situation: 'certificate', code: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS/ },
];

/**
 * What went wrong, according to a thrown request error. Errors are recognized by their shape,
 * because the classes of n8n and its HTTP library differ between versions. Only codes and messages
 * are read: the error also contains the request's headers, and those contain the key.
 */
export function findingOfThrown(thrown: unknown): Finding {
	const links = chain(thrown);
	const fits = THROWN.find(({ code, message }) =>
		links.some(
			(link) =>
				[link.code, link.httpCode].some((value) => isText(value) && code?.test(value)) ||
				(isText(link.message) && message?.test(link.message)),
		),
	);
	return { situation: fits?.situation ?? 'noConnection' };
}

type ErrorLink = { code?: unknown; httpCode?: unknown; message?: unknown; cause?: unknown };

/** The error followed by its causes, at most five in all. */
function chain(error: unknown, depth = 0): ErrorLink[] {
	if (typeof error !== 'object' || error === null || depth > 4) return [];
	const link: ErrorLink = error;
	return [link, ...chain(link.cause, depth + 1)];
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
