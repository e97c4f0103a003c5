const STATUS_OF = {
	bad_request: 400,
	unauthorized: 401,
	forbidden: 403,
	not_found: 404,
	method_not_allowed: 405,
	unsupported_media_type: 415,
	invalid_parameter: 422,
	destination_refused: 422,
	rate_limited: 429,
	internal: 500,
} as const;

type ErrorCode = keyof typeof STATUS_OF;

/** A refusal. The specification shows no errors, so format, codes, and statuses are ours. */
export class ServiceError extends Error {
	readonly status: number;

	constructor(
		readonly code: ErrorCode,
		message: string,
		readonly headers: Record<string, string> = {},
		status?: number,
	) {
		super(message);
		this.status = status ?? STATUS_OF[code];
	}
}

/** The refusal that was thrown; anything else is a bug in the emulator and is thrown again. */
export function toServiceError(thrown: unknown): ServiceError {
	if (thrown instanceof ServiceError) return thrown;
	throw thrown;
}

/** The bodies of refusals that a client may meet; `html` is what a gateway before the service sends. */
export type ErrorFormat = 'nested' | 'text' | 'flat' | 'empty' | 'html';

export function errorBody(
	{ code, message }: { code: string; message: string },
	format: ErrorFormat = 'nested',
): { contentType: string; body: string } {
	const json = (body: unknown) => ({
		contentType: 'application/json; charset=utf-8',
		body: JSON.stringify(body),
	});
	switch (format) {
		case 'nested':
			return json({ ok: false, error: { code, message } });
		case 'text':
			return json({ ok: false, error: message });
		case 'flat':
			return json({ message, code });
		case 'empty':
			return { contentType: 'text/plain', body: '' };
		case 'html':
			return { contentType: 'text/html', body: `<!doctype html><title>${code}</title>` };
	}
}
