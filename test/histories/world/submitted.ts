import type { SubmissionStatus } from '../../emulator';

/** What a play knows about a submission that it has let arrive. Times are Unix milliseconds of the service. */
export type Submitted = {
	id: string;
	formId: string;
	status: SubmissionStatus;
	isTest: boolean;
	/** Its place in the list. */
	listedMs: number;
	/** Its `createdAt`: its place in the list, give or take. */
	createdMs: number;
	/** When lists begin to contain it. */
	visibleMs: number;
};

/** By ID. */
export type Submissions = ReadonlyMap<string, Submitted>;

/** What a trigger is asked to return. */
export type Wanted = {
	/** Undefined: every form. */
	formId?: string;
	statuses: readonly SubmissionStatus[];
	includeTest: boolean;
};

export function isWanted(one: Submitted, { formId, statuses, includeTest }: Wanted): boolean {
	if (formId !== undefined && one.formId !== formId) return false;
	return statuses.includes(one.status) && (includeTest || !one.isTest);
}

/** Whether lists contain it only after the time at which it stands in them. */
export function isLate({ visibleMs, listedMs }: Submitted): boolean {
	return visibleMs > listedMs;
}
