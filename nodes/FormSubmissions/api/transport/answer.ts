import { findingOfOk, findingOfStatus, type Finding } from '../../errors/classification';
import { isRecord } from '../../general/records';
import type { ResponseHeaders } from './headers';

/** The parsed JSON of a usable response, or what is wrong with it. */
export type Answer = { body: unknown } | { finding: Finding };

/**
 * Reads what n8n's request helper returned. A 2xx is usable unless its JSON says `ok: false`. If
 * the specification shows the response (`isDocumented`), anything but JSON is a problem.
 */
export function readAnswer(
	response: unknown,
	headers: ResponseHeaders,
	isDocumented: boolean,
): Answer {
	const status = isRecord(response) ? Number(response.statusCode) : NaN;
	const body = parseJson(isRecord(response) ? response.body : undefined);
	const json = 'json' in body ? body.json : undefined;
	if (!(status >= 200 && status < 300)) {
		return { finding: findingOfStatus({ status, headers, json, isDocumented }) };
	}
	const refusal = findingOfOk(status, json);
	if (refusal) return { finding: refusal };
	if ('json' in body || !isDocumented) return { body: json };

	const isJsonType = /json/i.test(headers['content-type'] ?? '');
	return isJsonType && !body.looksLikeHtml
		? { finding: { situation: 'bodyCutShort' } }
		: { finding: { situation: 'notThisApi', status } };
}

function parseJson(body: unknown): { json: unknown } | { looksLikeHtml: boolean } {
	if (typeof body !== 'string') return { json: body };
	try {
		const json: unknown = JSON.parse(body);
		return { json };
	} catch {
		return { looksLikeHtml: body.trimStart().startsWith('<') };
	}
}
