/** A request as the service receives it: `url` is path and query, header names are in lower case. */
export type EmulatorRequest = {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: string;
};

export type ResponseAnswer = {
	kind: 'response';
	status: number;
	/** Names are in lower case. */
	headers: Record<string, string>;
	body: string;
	/** Why it isn't what the service would send: a scripted fault, or a row that was broken. */
	fault?: 'scripted' | 'noId';
	latencyMs?: number;
	/** Holds it back until this resolves; then the latency begins. */
	until?: Promise<unknown>;
};

/** Announces the length of the whole body, sends half of it, then closes the connection. */
export type CutAnswer = {
	kind: 'cut';
	status: number;
	headers: Record<string, string>;
	body: string;
};

export type Answer =
	ResponseAnswer | CutAnswer | { kind: 'reset'; code?: string } | { kind: 'hang' };

export type AnswerHook = (request: EmulatorRequest, answer: Answer) => Answer;

export type SubmissionStatus = 'new' | 'quarantined' | 'spam';

export const SUBMISSION_STATUSES: readonly SubmissionStatus[] = ['new', 'quarantined', 'spam'];

export type Form = {
	readonly id: string;
	readonly name: string;
	readonly publicKey: string;
	readonly isTestMode: boolean;
	readonly createdAt: string;
};

export type Submission = {
	readonly id: string;
	readonly formId: string;
	readonly data: Readonly<Record<string, unknown>>;
	readonly files: readonly unknown[];
	readonly meta: { readonly submittedAt: string; readonly ip: string };
	readonly spamScore: number;
	readonly status: SubmissionStatus;
	readonly tags: readonly unknown[];
	readonly createdAt: string;
};

export type Destination = {
	readonly id: string;
	readonly formId: string;
	readonly url: string;
	readonly secret?: string;
};

/** A point in time: milliseconds since the epoch, an ISO 8601 text, or a `Date`. */
export type Instant = number | string | Date;

export function toMs(instant: Instant): number {
	const ms = typeof instant === 'number' ? instant : new Date(instant).getTime();
	if (Number.isNaN(ms)) throw new Error(`Not a point in time: ${String(instant)}`);
	return ms;
}
