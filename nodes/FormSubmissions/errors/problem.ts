/** What a request is about. It affects only the wording of errors. */
export type Subject = 'forms' | 'submissions' | 'submission' | 'destination';

/**
 * Who reads an error. `publishing` and `credential`: n8n shows only the message. `model`: the node
 * is a tool of a language model, which sees no lists to choose from.
 */
export type Audience = 'execution' | 'list' | 'publishing' | 'credential' | 'model';

/** What a request that failed was about, and what came back. */
export type ProblemDetails = {
	subject: Subject;
	/** HTTP status, if there was a response. */
	status?: number;
	/** The service's own words (section 7 leaves their format open). */
	serviceMessage?: string;
	/** The ID asked for, or the name of a form. */
	id?: string;
	/** The IDs of the forms that have this name, separated by commas. */
	ids?: string;
	/** Where a redirect led. */
	location?: string;
	/** The base URL that the request was made to. */
	baseUrl?: string;
	/** How many times the request was made; 1 by default. */
	attempts?: number;
	/** How long to wait before the next request (milliseconds), if that is known. */
	retryAfterMs?: number;
};

/** The text of an error, as its readers see it. */
export type ErrorText = {
	/** One short sentence on what happened. */
	message: string;
	/** What to do next, and the service's own words. */
	description: string;
};
