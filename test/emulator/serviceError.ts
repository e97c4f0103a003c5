/** A refusal. The specification shows no errors, so format and statuses are ours. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

/** The refusal that was thrown; anything else is a bug in the emulator and is thrown again. */
export function toServiceError(thrown: unknown): ServiceError {
	if (thrown instanceof ServiceError) return thrown;
	throw thrown;
}
