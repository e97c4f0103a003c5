/** What a request is about. It decides the words of an error and nothing else. */
export type Subject = 'forms' | 'submissions' | 'submission' | 'destination';

/**
 * Who reads an error. `publishing` and `credential`: n8n shows the message alone. `model`: the node
 * is a tool of a language model, which sees no lists to choose from.
 */
export type Audience = 'execution' | 'list' | 'publishing' | 'credential' | 'model';

/** Every way in which a request can end without what it asked for. */
export type Situation =
	| 'keyRefused'
	| 'paymentRequired'
	| 'notPermitted'
	| 'notFound'
	| 'badRequest'
	| 'rateLimited'
	| 'serviceDown'
	| 'redirected'
	| 'notThisApi'
	| 'noConnection'
	| 'hostNotFound'
	| 'noAnswerInTime'
	| 'blockedByN8n'
	| 'certificate'
	| 'bodyCutShort'
	| 'notOk'
	| 'noData'
	| 'noPagination'
	| 'noCursor'
	| 'repeatedCursor'
	| 'endlessPages'
	| 'noFormNamed'
	| 'severalFormsNamed'
	| 'unexpectedStatus';

export type Problem = {
	situation: Situation;
	subject: Subject;
	/** HTTP status, where there was an answer. */
	status?: number;
	/** What the service itself said (section 7 leaves its shape open). */
	serviceMessage?: string;
	/** Where a redirect pointed, what was asked for, or the IDs that it may stand for. */
	detail?: string;
	/** Requests made for it; default one. */
	attempts?: number;
	/** How long to wait before the next request (milliseconds), where that is known. */
	retryAfterMs?: number;
};

/** What a person reads. */
export type ErrorText = {
	/** One short sentence on what happened. */
	message: string;
	/** What to do next, and the service's own words. */
	description: string;
};
