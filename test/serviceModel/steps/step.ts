import type { Refusal } from '../model/refusals';
import type { ServiceOptions } from '../model/service';
import type { Status } from '../model/submissions';
import type { KillMoment } from '../world/n8n';

/** Submissions that arrive one after the other. */
export type Arrival = {
	count: number;
	/** The time from one to the next; 0 means all at the same instant. */
	everyMs: number;
	/** The time from now to the creation of the first; in the setup, negative: before the first poll. */
	inSeconds: number;
	/** The time from creation until lists contain it; negative: its `createdAt` is in the future. */
	lateSeconds: number;
	/** How far `createdAt` is off the list's order at most (milliseconds). */
	disorderMs: number;
	formId: 'frm_a' | 'frm_b';
	status: Status;
	isTest: boolean;
	createdAt: 'readable' | 'missing' | 'unreadable';
};

/** What happens next in a history. */
export type Step =
	| { do: 'submit'; arrival: Arrival }
	| {
			do: 'poll';
			/** Since the last poll. */
			afterMinutes?: number;
			siblingInSeconds?: number;
			againInSeconds?: number;
			/** The workflow is published again while it polls. */
			publishInSeconds?: number;
	  }
	| { do: 'refuse'; skip: number; count: number; how: Refusal }
	| { do: 'refuseCursors'; status: number }
	/** A page that can't be read, until the end of the history: that of one of the submissions. */
	| { do: 'breakPage'; at: number; how: 'status500' | 'noId' }
	| { do: 'serve'; mostPerPage: number; latencyMs: number }
	| { do: 'setClock'; leadHours: number }
	| { do: 'fetchTestEvent' }
	| N8nStep;

export type N8nStep =
	| { do: 'restart'; downSeconds: number }
	| { do: 'killAtRequest'; number: number }
	| { do: 'kill'; moment: KillMoment }
	| { do: 'failToCommit' }
	| { do: 'publish'; who: 'main' | 'sibling' | 'both' }
	| { do: 'rename'; to: string }
	| { do: 'swapNames' }
	| { do: 'replaceSibling' };

export type History = {
	mode: 'default' | 'durable';
	service: ServiceOptions;
	leadHours: number;
	main: {
		formId?: 'frm_a';
		statuses?: Status[];
		includeTest: boolean;
		simplify: boolean;
		startFromMinutes?: number;
	};
	sibling: 'none' | 'together' | 'earlier' | 'later';
	before: Arrival[];
	mostPerPageAtStart: number;
	steps: Step[];
};

/** One line per step, for reading a failure. */
export function describeHistory({ steps, before, ...setting }: History): string {
	return [
		JSON.stringify(setting),
		...before.map((arrival) => `before: ${JSON.stringify(arrival)}`),
		...steps.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`),
	].join('\n');
}
