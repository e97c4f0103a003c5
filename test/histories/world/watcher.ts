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
	/** How many submissions a run has; by default, one. */
	runFor?: 'each' | 'together';
	/** The least time between runs. */
	pauseMinutes?: number;
	/** Whether it registers; by default, it doesn't. */
	register?: boolean;
	/** Parameters as a workflow has them, in place of those that the above makes. */
	parameters?: IDataObject;
};

/** What one publication of a trigger, or n8n's start, cost, and how it went. */
export type Publication = {
	requests: number;
	error?: string;
	/** Called when it has read the top of the list: with the times at which that was asked for and arrived. */
	onRead?: (span: { fromMs: number; toMs: number }) => void;
};

const NEW: SubmissionStatus[] = ['new'];

const LATENESS_MS = 10 * 60_000;

const DAY_MS = 24 * 3_600_000;

/** A trigger in a workflow, with the record of what it returned. */
export class Watcher {
	readonly ledger: Ledger;

	readonly wanted: Wanted;

	/** How long after its creation a submission may become visible and must still be returned. */
	readonly latenessMs: number;

	readonly publications: Publication[] = [];

	/** What it has run the workflow with since it was last published. */
	returned: INodeExecutionData[] = [];

	/** The sizes of its runs, and its failed executions. */
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

	get id(): string {
		return this.options.id;
	}

	node(): INode {
		return {
			id: this.id,
			name: this.name,
			type: 'n8n-nodes-form-submissions.formSubmissionsTrigger',
			webhookId: this.id,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters() as INode['parameters'],
			credentials: { formSubmissionsApi: { id: '1', name: 'Form Submissions API' } },
		};
	}

	get requests(): number {
		return this.publications.reduce((sum, { requests }) => sum + requests, 0);
	}

	private parameters(): IDataObject {
		const { formId = 'all', statuses, simplify = false, startFromMs, ...rest } = this.options;
		const { includeTest = false, lookBack, runFor, pauseMinutes, register = false } = rest;
		const { options, ...parameters } = rest.parameters ?? {};
		return {
			formId: { __rl: true, mode: formId === 'all' ? 'list' : 'id', value: formId },
			simplify,
			filters: { ...(statuses ? { status: statuses } : {}), includeTest },
			options: {
				...(startFromMs === undefined ? {} : { startFrom: new Date(startFromMs).toISOString() }),
				...(lookBack === undefined ? {} : { lookBack }),
				...(pauseMinutes === undefined ? {} : { pauseMinutes }),
				register,
				...(options as IDataObject | undefined),
			},
			...(runFor ? { runFor } : {}),
			...parameters,
		};
	}
}
