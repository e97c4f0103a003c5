import type { Ids } from './ids';
import { sample } from './sampleData';
import type { Store } from './store';
import { toMs, type Form, type Instant, type Submission, type SubmissionStatus } from './types';

type FormSeed = { id?: string; name?: string; isTestMode?: boolean };

export type SubmissionSeed = {
	formId: string;
	id?: string;
	/** Default: realistic data, files, and tags. */
	data?: Record<string, unknown>;
	status?: SubmissionStatus;
	spamScore?: number;
	tags?: readonly unknown[];
	files?: readonly unknown[];
	/** Default: now. */
	createdAt?: Instant;
	/** Default: `createdAt`. */
	submittedAt?: Instant;
	/** When lists begin to contain it. Default: at once. */
	visibleAt?: Instant;
	/** The time that determines its place in lists. Default: `createdAt`. */
	listedAt?: Instant;
	/** Its place among submissions of the same time. Default: later additions first. */
	sequence?: number;
};

type BulkSeed = Omit<
	SubmissionSeed,
	'formId' | 'id' | 'createdAt' | 'submittedAt' | 'data' | 'listedAt' | 'sequence'
> & {
	/** The first `createdAt`. Default: `stepMs` after the newest submission, or else 30 days ago. */
	from?: Instant;
	/** Default: one second. */
	stepMs?: number;
	/** Default: realistic data, files, and tags. */
	data?: (index: number) => Record<string, unknown>;
};

const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000;

type SeedingParts = { store: Store; ids: Ids; now: () => number };

export function createSeeding({ store, ids, now }: SeedingParts) {
	let added = 0;
	let newestMs: number | undefined;

	function addForm(seed: FormSeed = {}): Form {
		const form = {
			id: seed.id ?? ids.next('frm'),
			name: seed.name ?? 'Contact',
			publicKey: ids.next('pk'),
			isTestMode: seed.isTestMode ?? false,
			createdAt: toIso(now()),
		};
		store.forms.set(form.id, form);
		return form;
	}

	function toSubmission(seed: SubmissionSeed): Submission {
		const unsaid = seed.data === undefined ? sample(added) : { data: {}, files: [], tags: [] };
		const { formId, id = ids.next('sub'), data = unsaid.data, files = unsaid.files } = seed;
		const { tags = unsaid.tags, status = 'new', spamScore = 0 } = seed;
		const { createdAt = now(), submittedAt = createdAt } = seed;
		return {
			id,
			formId,
			data,
			files,
			meta: { submittedAt: toIso(submittedAt), ip: '203.0.113.7' },
			spamScore,
			status,
			tags,
			createdAt: toIso(createdAt),
		};
	}

	function addSubmission(seed: SubmissionSeed): Submission {
		const { formId, visibleAt, listedAt, sequence = added } = seed;
		if (!store.forms.has(formId)) throw new Error(`There is no form ${formId}`);
		const submission = toSubmission(seed);
		const row = {
			submission,
			listedMs: toMs(listedAt ?? submission.createdAt),
			sequence,
			isTest: submission.data['_test'] === true,
			visibleMs: toMs(visibleAt ?? now()),
		};
		store.put(row);
		added += 1;
		newestMs = Math.max(newestMs ?? -Infinity, toMs(submission.createdAt));
		return submission;
	}

	/** Oldest first, each newer than the previous one. */
	function addSubmissions(formId: string, count: number, seed: BulkSeed = {}): Submission[] {
		const { from, stepMs = 1000, data, ...same } = seed;
		const afterNewest = newestMs === undefined ? now() - THIRTY_DAYS_MS : newestMs + stepMs;
		const startMs = from === undefined ? afterNewest : toMs(from);
		return Array.from({ length: count }, (_, index) =>
			addSubmission({
				...(data ? { data: data(index) } : sample(index)),
				...same,
				formId,
				createdAt: startMs + index * stepMs,
			}),
		);
	}

	return {
		addForm,
		addSubmission,
		addSubmissions,
		/** Changes what was entered, like a person in the dashboard. */
		edit(submissionId: string, data: Record<string, unknown>): void {
			const row = store.submissions.get(submissionId);
			if (row === undefined) throw new Error(`There is no submission ${submissionId}`);
			const submission = { ...row.submission, data };
			store.put({ ...row, submission, json: undefined });
		},
		/** Changes the status, like a person who releases a submission from quarantine. */
		setStatus(submissionId: string, status: SubmissionStatus): void {
			const row = store.submissions.get(submissionId);
			if (row === undefined) throw new Error(`There is no submission ${submissionId}`);
			const submission = { ...row.submission, status };
			store.put({ ...row, submission, json: undefined });
		},
	};
}

function toIso(instant: Instant): string {
	return new Date(toMs(instant)).toISOString();
}
