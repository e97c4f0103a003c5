import type { Refusal } from '../model/refusals';
import type { ServiceOptions } from '../model/service';
import type { Status } from '../model/submissions';
import type { KillMoment } from '../world/n8n';

/** Submissions that come in, one after the other. */
export type Arrival = {
	count: number;
	/** From one to the next; 0: all in one instant. */
	everyMs: number;
	/** From now to the creation of the first; in the setup, negative: before the first poll. */
	inSeconds: number;
	/** From creation until lists contain it; negative: its `createdAt` lies in the future. */
	lateSeconds: number;
	formId: 'frm_a' | 'frm_b';
	status: Status;
	isTest: boolean;
	createdAt: 'readable' | 'missing' | 'unreadable';
};

/** What happens next in a history. */
export type Step =
	| { do: 'submit'; arrival: Arrival }
	| { do: 'poll'; siblingInSeconds?: number; againInSeconds?: number }
	| { do: 'refuse'; skip: number; count: number; how: Refusal }
	| { do: 'refuseCursors'; status: number }
	| { do: 'serve'; mostPerPage: number; latencyMs: number }
	| { do: 'setClock'; leadHours: number }
	| { do: 'restart'; downSeconds: number }
	| { do: 'killAtRequest'; number: number }
	| { do: 'kill'; moment: KillMoment }
	| { do: 'failToCommit' }
	| { do: 'publish'; who: 'main' | 'sibling' | 'both' }
	| { do: 'rename'; to: string }
	| { do: 'swapNames' }
	| { do: 'replaceSibling' }
	| { do: 'fetchTestEvent' };

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

/** One line a step, for a person who reads a failure. */
export function describeHistory({ steps, before, ...setting }: History): string {
	return [
		JSON.stringify(setting),
		...before.map((arrival) => `before: ${JSON.stringify(arrival)}`),
		...steps.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`),
	].join('\n');
}
