import type { ResponseHeaders } from '../api/transport/headers';
import { isRecord } from '../api/types';
import type { Problem, Situation } from './problem';

/** What went wrong, before it is known what the request was about. */
export type Finding = Omit<Problem, 'subject'>;

type StatusAnswer = {
	status: number;
	headers: ResponseHeaders;
	/** Undefined where it is no JSON. */
	json: unknown;
	/** Whether the specification shows what a good answer looks like. */
	isDocumented: boolean;
};

/** What a status, and the body with it, says went wrong. Call it for anything but a 2xx. */
export function findingOfStatus(answer: StatusAnswer): Finding {
	const situation = situationOfStatus(answer);
	const finding = { situation, status: answer.status, serviceMessage: serviceMessage(answer.json) };
	if (situation !== 'redirected') return finding;
	return { ...finding, detail: redirectTarget(answer.headers.location) };
}

/** `ok: false` says that the service did not do what it was asked for, whatever the status. */
export function findingOfOk(status: number, json: unknown): Finding | undefined {
	if (!isRecord(json) || json.ok !== false) return undefined;
	return { situation: 'notOk', status, serviceMessage: serviceMessage(json) };
}

function situationOfStatus({ status, json, isDocumented }: StatusAnswer): Situation {
	if (status === 401) return 'keyRefused';
	if (status === 402) return 'paymentRequired';
	if (status === 403) return 'notPermitted';
	// A web page for "not found" comes from some other site; this API answers in JSON.
	if (status === 404) return isRecord(json) || !isDocumented ? 'notFound' : 'notThisApi';
	if (status === 429) return 'rateLimited';
	if (status === 400 || status === 409 || status === 422) return 'badRequest';
	if (status >= 300 && status < 400) return 'redirected';
	// 408 and 425 ask for the same request again.
	if (status >= 500 || status === 408 || status === 425) return 'serviceDown';
	return 'unexpectedStatus';
}

/** Origin and path only: a query could carry something secret. */
function redirectTarget(location: string | undefined): string {
	if (location === undefined) return 'not named';
	return location.replace(/[?#].*$/s, '');
}

/** The service's own words: the first of `error.message`, `error`, `message` that is text. */
export function serviceMessage(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.message : undefined;
	const text = [nested, body.error, body.message].find(
		(candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
	);
	return text?.replace(/\s+/g, ' ').trim();
}

/** The first that fits counts. n8n and its HTTP library say it by a code or by the first line. */
const THROWN: Array<{ situation: Situation; code?: RegExp; message?: RegExp }> = [
	{ situation: 'blockedByN8n', message: /restricted IP|SSRF|request was blocked/i },
	// Axios says so when the connection ends within a body; a reset may come before or within it.
	{ situation: 'bodyCutShort', message: /^(stream has been )?aborted$/i },
	{ situation: 'bodyCutShort', code: /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/ },
	{ situation: 'noAnswerInTime', code: /^ECONNABORTED$|TIMEDOUT$/ },
	{ situation: 'hostNotFound', code: /^ENOTFOUND$/ },
	{ situation: 'certificate', code: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS/ },
];

/**
 * What a thrown request error says went wrong. It is read by its shape, since the classes of n8n
 * and of its HTTP library differ from version to version, and only its codes and first lines are
 * looked at: the error carries the request's headers, and they carry the key.
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

/** The error with its causes, as far down as they are of any interest. */
function chain(error: unknown, depth = 0): ErrorLink[] {
	if (typeof error !== 'object' || error === null || depth > 4) return [];
	const link: ErrorLink = error;
	return [link, ...chain(link.cause, depth + 1)];
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
