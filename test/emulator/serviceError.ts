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
