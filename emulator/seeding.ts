import type { Ids } from './ids';
import { DEFAULT_WORKSPACE } from './keys';
import { sample } from './sampleData';
import type { Store } from './store/store';
import { toMs, type Form, type Instant, type Submission, type SubmissionStatus } from './types';

export type FormSeed = {
	id?: string;
	name?: string;
	isTestMode?: boolean;
	createdAt?: Instant;
	workspace?: string;
};

export type SubmissionSeed = {
	formId: string;
	id?: string;
	/** Default: realistic data, files, and tags. */
	data?: Record<string, unknown>;
	status?: SubmissionStatus;
	spamScore?: number;
	tags?: readonly unknown[];
	files?: readonly unknown[];
	ip?: string;
	/** Default: now. */
	createdAt?: Instant;
	/** Default: `createdAt`. */
	submittedAt?: Instant;
};

export type BulkSeed = Omit<
	SubmissionSeed,
	'formId' | 'id' | 'createdAt' | 'submittedAt' | 'data'
> & {
	/** The first `createdAt`. Default: `stepMs` after the newest submission, or else 30 days ago. */
	from?: Instant;
	/** Default: one second. */
	stepMs?: number;
	/** Default: realistic data, files, and tags. */
	data?: (index: number) => Record<string, unknown>;
};

export type Seeding = ReturnType<typeof createSeeding>;

const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000;

export type SortKey = 'createdAt' | 'submittedAt';

type SeedingParts = { store: Store; ids: Ids; now: () => number; sortedBy?: SortKey };

export function createSeeding({ store, ids, now, sortedBy }: SeedingParts) {
	let sequence = 0;
	let newestMs: number | undefined;

	function addForm(seed: FormSeed = {}): Form {
		const form = {
			id: seed.id ?? ids.next('frm'),
			name: seed.name ?? 'Contact',
			publicKey: ids.next('pk'),
			isTestMode: seed.isTestMode ?? false,
			createdAt: toIso(seed.createdAt ?? now()),
		};
		store.forms.add(form, seed.workspace ?? DEFAULT_WORKSPACE);
		return form;
	}

	function addSubmission(seed: SubmissionSeed): Submission {
		const unsaid = seed.data === undefined ? sample(sequence) : { data: {}, files: [], tags: [] };
		const { formId, id = ids.next('sub'), data = unsaid.data, status = 'new' } = seed;
		const { tags = unsaid.tags, files = unsaid.files, spamScore = 0 } = seed;
		const { ip = '203.0.113.7', createdAt = now() } = seed;
		const owner = store.forms.find(formId);
		if (owner === undefined) throw new Error(`There is no form ${formId}`);

		const { submittedAt = createdAt } = seed;
		const createdAtMs = toMs(sortedBy === 'submittedAt' ? submittedAt : createdAt);
		const meta = { submittedAt: toIso(submittedAt), ip };
		const submission = {
			id,
			formId,
			data,
			files,
			meta,
			spamScore,
			status,
			tags,
			createdAt: toIso(createdAt),
		};
		const { workspace } = owner;
		const isTest = data['_test'] === true;
		store.submissions.add({ submission, createdAtMs, sequence, workspace, isTest });
		sequence += 1;
		newestMs = Math.max(newestMs ?? createdAtMs, createdAtMs);
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
		/** Changes the status, like a person who releases a submission from quarantine. */
		setStatus(submissionId: string, status: SubmissionStatus): void {
			const row = store.submissions.find(submissionId);
			if (row === undefined) throw new Error(`There is no submission ${submissionId}`);
			const submission = { ...row.submission, status };
			store.submissions.replace({ ...row, submission, json: undefined });
		},
		/** Also removes its submissions and destinations. */
		removeForm(formId: string): void {
			store.forms.remove(formId);
			store.submissions.removeOfForm(formId);
			for (const { id } of store.destinations.list(formId)) store.destinations.remove(id);
		},
	};
}

function toIso(instant: Instant): string {
	return new Date(toMs(instant)).toISOString();
}
