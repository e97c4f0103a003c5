import type { Finding } from '../../errors/nodeErrors';
import {
	situationOfResponse,
	type Meanings,
	type BodyKind,
} from '../../errors/situationOfResponse';
import { isRecord } from '../../general/records';
import type { Result } from '../../general/result';

/** Header values by lower-case name, as n8n's request helper returns them. */
export type ResponseHeaders = Record<string, string | undefined>;

/** `textLength`: of what arrived, if it arrived as text (characters). */
export type Received = { json: unknown; textLength: number };

/** Reads what n8n's request helper returned: the headers, and the JSON or what is wrong. */
export function readResponse(
	response: unknown,
	meanings: Meanings,
): { headers: ResponseHeaders; result: Result<Received, Finding> } {
	const arrived: Record<string, unknown> = isRecord(response) ? response : {};
	const headers = readHeaders(arrived.headers);
	return { headers, result: resultOf(arrived, headers, meanings) };
}

/**
 * A 2xx is usable unless its JSON says `ok: false` or it is a web page, e.g. of a login portal. If the
 * specification shows the response, anything but JSON is a problem.
 */
function resultOf(
	{ statusCode, body }: Record<string, unknown>,
	headers: ResponseHeaders,
	meanings: Meanings,
): Result<Received, Finding> {
	const status = Number(statusCode);
	const json = parseJson(body);
	const kind = bodyKindOf(body, json);
	const isSuccess = status >= 200 && status < 300;
	if (!isSuccess || (isRecord(json) && json.ok === false)) {
		const situation = situationOfResponse(status, kind, meanings);
		// Origin and path only: a query could contain a secret.
		const location = headers.location?.replace(/[?#].*$/s, '');
		const problem = { situation, status, serviceMessage: serviceMessage(json), location };
		return { ok: false, problem };
	}
	const isPage = kind === 'html';
	if (json !== undefined || (!meanings.isDocumented && !isPage)) {
		const textLength = typeof body === 'string' ? body.length : 0;
		return { ok: true, value: { json, textLength } };
	}

	const isCalledJson = /json/i.test(headers['content-type'] ?? '') && !isPage;
	if (!isCalledJson) return { ok: false, problem: { situation: 'notThisApi', status } };
	return { ok: false, problem: { situation: 'bodyCutShort' } };
}

/** Reads a response's headers; those that are neither text nor numbers are dropped. */
function readHeaders(raw: unknown): ResponseHeaders {
	const headers: ResponseHeaders = {};
	for (const [name, value] of Object.entries(isRecord(raw) ? raw : {})) {
		if (typeof value === 'string') headers[name.toLowerCase()] = value;
		else if (typeof value === 'number') headers[name.toLowerCase()] = String(value);
	}
	return headers;
}

/** The JSON of a body, which n8n may have parsed itself; undefined if it isn't JSON. */
function parseJson(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function bodyKindOf(body: unknown, json: unknown): BodyKind {
	if (json !== undefined) return 'json';
	const text = typeof body === 'string' ? body.trim() : '';
	if (text === '') return 'empty';
	return text.startsWith('<') ? 'html' : 'text';
}

/** The service's own words: the first of `error.message`, `error`, and `message` that is text. */
function serviceMessage(json: unknown): string | undefined {
	if (!isRecord(json)) return undefined;
	const nested = isRecord(json.error) ? json.error.message : undefined;
	return [nested, json.error, json.message].find(
		(candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
	);
}
