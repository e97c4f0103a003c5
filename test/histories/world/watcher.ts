import type { IDataObject, INode } from 'n8n-workflow';

import type { SubmissionStatus } from '../../emulator';
import { Ledger } from './ledger';
import { counts, drop, type PollRecord } from './pollRecord';
import type { Submissions, Wanted } from './submitted';

export type WatcherOptions = {
	id: string;
	name: string;
	/** Undefined: every form. */
	formId?: string;
	statuses?: SubmissionStatus[];
	includeTest?: boolean;
	simplify?: boolean;
	startFromMs?: number;
};

const NEW: SubmissionStatus[] = ['new'];

/** A polling trigger in a workflow, with the record of what it returned. */
export class Watcher {
	readonly ledger: Ledger;

	readonly wanted: Wanted;

	readonly polls: PollRecord[] = [];

	name: string;

	constructor(
		readonly options: WatcherOptions,
		private readonly submissions: Submissions,
	) {
		this.name = options.name;
		const { formId, statuses = [], includeTest = false, startFromMs } = options;
		this.wanted = { formId, statuses: statuses.length > 0 ? statuses : NEW, includeTest };
		this.ledger = new Ledger(submissions, this.wanted, startFromMs);
	}

	get id(): string {
		return this.options.id;
	}

	/** How many polls a submission waited that could have returned it. */
	pollsWaited(id: string, nowMs: number): number {
		const fromMs = this.submissions.get(id)?.visibleMs ?? Infinity;
		const toMs = this.ledger.returnedMs(id) ?? nowMs;
		const isBetween = (poll: PollRecord) => poll.fromMs >= fromMs && poll.fromMs < toMs;
		return this.polls.filter((poll) => counts(poll) && isBetween(poll)).length;
	}

	/** Whether, while a submission waited, an error said that some can't be read yet. */
	wasTold(id: string, nowMs: number): boolean {
		const fromMs = this.submissions.get(id)?.visibleMs ?? Infinity;
		const toMs = this.ledger.returnedMs(id) ?? nowMs;
		return this.polls.some(
			(poll) =>
				poll.fromMs >= fromMs &&
				poll.fromMs < toMs &&
				(poll.error ?? '').includes("older ones can't be read"),
		);
	}

	/** n8n drops what a poll returned: this one, or else the last that made a request. */
	drop(poll = this.polls.filter(({ requests }) => requests > 0).at(-1)): void {
		if (poll) drop(poll);
	}

	parameters(): IDataObject {
		const { formId, statuses, includeTest, simplify = false, startFromMs } = this.options;
		const startFrom = startFromMs === undefined ? '' : new Date(startFromMs).toISOString();
		return {
			formId: { __rl: true, mode: 'id', value: formId ?? '', ...(formId ? {} : { mode: 'list' }) },
			simplify,
			filters: {
				...(statuses ? { status: statuses } : {}),
				...(includeTest ? { includeTest } : {}),
			},
			options: startFrom === '' ? {} : { startFrom },
		};
	}

	node(type: string): INode {
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
}
