import type { Answer, EmulatorRequest } from './types';

export type LoggedRequest = {
	readonly method: string;
	/** As sent, still percent-encoded. */
	readonly path: string;
	readonly query: Record<string, string>;
	readonly headers: Record<string, string>;
	readonly body: string;
	/** The status that was sent or, if none was, what happened instead. */
	readonly status: number | 'reset' | 'hang' | 'cut';
	readonly atMs: number;
};

export function logRequest(request: EmulatorRequest, answer: Answer, atMs: number): LoggedRequest {
	const { path, search } = splitUrl(request.url);
	return {
		method: request.method,
		path,
		query: Object.fromEntries(new URLSearchParams(search)),
		headers: request.headers,
		body: request.body,
		status: answer.kind === 'response' ? answer.status : answer.kind,
		atMs,
	};
}

export function splitUrl(url: string): { path: string; search: string } {
	const mark = url.indexOf('?');
	return mark < 0
		? { path: url, search: '' }
		: { path: url.slice(0, mark), search: url.slice(mark + 1) };
}
