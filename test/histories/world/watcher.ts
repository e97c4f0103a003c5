import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { SubmissionStatus } from '../../emulator';
import { Ledger, type Submissions, type Wanted } from './ledger';

export type WatcherOptions = {
	id: string;
	name: string;
	/** Undefined: every form. */
	formId?: string;
	statuses?: SubmissionStatus[];
	includeTest?: boolean;
	simplify?: boolean;
	startFromMs?: number;
	/** How late a submission may become visible, in days. */
	lookBack?: number;
	/** The webhook trigger, which listens for deliveries instead of polling. */
	listens?: boolean;
	/** How many submissions a run has; by default, one. */
	runFor?: 'each' | 'together';
	/** Parameters as a workflow has them, in place of those that the above makes. */
	parameters?: IDataObject;
};

/** What one poll cost, or the listening of one publication, and how it went. */
export type PollRecord = {
	fromMs: number;
	requests: number;
	durationMs: number;
	rows: number;
	error?: string;
	/** Whether it read the top of the list. */
	hasRead?: boolean;
	/** Called when it has read it: with the times at which it was asked for and arrived. */
	onRead?: (span: { fromMs: number; toMs: number }) => void;
};

const NEW: SubmissionStatus[] = ['new'];

const LATENESS_MS = 10 * 60_000;

const DAY_MS = 24 * 3_600_000;

/** A polling trigger in a workflow, with the record of what it returned. */
export class Watcher {
	readonly ledger: Ledger;

	readonly wanted: Wanted;

	/** How long after its creation a submission may become visible and must still be returned. */
	readonly latenessMs: number;

	readonly polls: PollRecord[] = [];

	/** What its last poll returned; of one that listens, all that it has emitted since it was last published. */
	returned: INodeExecutionData[] = [];

	/** Of one that listens: the sizes of its runs, and its failed executions. */
	readonly runs: number[] = [];

	readonly failures: string[] = [];

	name: string;

	constructor(
		readonly options: WatcherOptions,
		submissions: Submissions,
	) {
		this.name = options.name;
		const { formId, statuses = [], includeTest = false, startFromMs, lookBack } = options;
		this.wanted = { formId, statuses: statuses.length > 0 ? statuses : NEW, includeTest };
		this.latenessMs = lookBack === undefined ? LATENESS_MS : lookBack * DAY_MS;
		this.ledger = new Ledger(submissions, this.wanted, {
			startFromMs,
			latenessMs: this.latenessMs,
		});
	}

	get listens(): boolean {
		return this.options.listens === true;
	}

	get id(): string {
		return this.options.id;
	}

	node(): INode {
		const kind = this.options.listens ? 'Trigger' : 'PollingTrigger';
		const type = `n8n-nodes-form-submissions.formSubmissions${kind}`;
		return {
			id: this.id,
			name: this.name,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters() as INode['parameters'],
			credentials: { formSubmissionsApi: { id: '1', name: 'Form Submissions API' } },
		};
	}

	private parameters(): IDataObject {
		const {
			formId,
			statuses,
			includeTest,
			simplify = false,
			startFromMs,
			lookBack,
			runFor,
			parameters,
		} = this.options;
		const startFrom =
			startFromMs === undefined ? {} : { startFrom: new Date(startFromMs).toISOString() };
		return {
			formId: { __rl: true, mode: 'id', value: formId ?? '', ...(formId ? {} : { mode: 'list' }) },
			simplify,
			filters: {
				...(statuses ? { status: statuses } : {}),
				...(includeTest ? { includeTest } : {}),
			},
			options: { ...startFrom, ...(lookBack === undefined ? {} : { lookBack }) },
			...(runFor ? { runFor } : {}),
			...parameters,
		};
	}
}
