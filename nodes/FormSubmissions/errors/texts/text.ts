import type { Failure } from 'n8n-workflow';

/**
 * What a request is about; `nextPage` is a page of submissions that a cursor was sent for. It affects
 * only the wording of errors.
 */
export type Subject = 'forms' | 'submissions' | 'nextPage' | 'submission' | 'destination';

/** Who reads an error. A model is shown no lists to choose from. */
export type Reader = 'person' | 'model';

/** What the message of an error can mention. */
export type Details = {
	/** HTTP status, if there was a response. */
	status?: number;
	/** The ID asked for, the name of a form, or the IDs of all forms that have it. */
	id?: string;
	/** The names of the forms that there are, each in quotes. */
	forms?: string;
	/** Where a redirect led. */
	location?: string;
};

/** The text of an error: one short sentence on what happened, and what to do next. */
export type ErrorText = { message: string; advice: string };

export type Words = {
	message: string | ((details: Details) => string);
	advice: string;
	/** Only where a model can do something other than ask a person. */
	adviceForModel?: string;
};

/** One way in which a request can fail. */
export type Entry = Words & {
	/** What n8n is told, if anything: it decides how long n8n waits before it polls again. */
	cause?: Failure['cause'];
	/** The error names the address and how many times the request was made, so that a typo shows. */
	describesRequest?: true;
	/** What reads differently for a subject. */
	about?: { [subject in Subject]?: Partial<Words> };
};

/** What to do if a page that a cursor was sent for can't be had. */
export const START_AGAIN =
	"Start again from the first page (in Get Many, run it again). If it keeps happening, contact the service's support.";

/** Message and advice as one, for where n8n shows only the message. */
export function joinText({ message, advice }: ErrorText): string {
	return `${message} ${advice}`;
}
