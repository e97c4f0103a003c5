import { simulate, type Outcome, type Scenario } from './model';

/** The service's own limit: 120 requests a minute of 100 rows each. */
export const CEILING_PER_MINUTE = 12_000;
const ROWS_PER_PAGE = 100;
const REQUESTS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
const MINUTES = 10;
/** The time per page unless a scenario sets another. */
const USUAL_PAGE_MS = 250;
const A_MILLION_A_DAY_PER_MINUTE = 1_000_000 / (24 * 60);

export type Throughput = { processes: number; pageSeconds: number; perMinute: number };

export type Share = {
	pollingWorkflows: number;
	perMinute: number;
	/** The share of polls, 0 to 1, that got nothing from the service in time. */
	unanswered: number;
};

export type Intake = {
	/** Load as a multiple of the average of a million a day. */
	peak: number;
	arrivalsPerMinute: number;
	givenPerMinute: number;
	/** The share of the limit, 0 to 1. */
	limitUsed: number;
};

async function run(scenario: Omit<Scenario, 'pageMs'> & { pageMs?: number }): Promise<Outcome> {
	return await simulate({ pageMs: USUAL_PAGE_MS, durationMs: MINUTES * MINUTE_MS, ...scenario });
}

const exportedPerMinute = ({ exportedPages }: Outcome) => (exportedPages * ROWS_PER_PAGE) / MINUTES;

/** Finds how many submissions a minute processes export together, with one export each. */
export async function moreProcesses(): Promise<Throughput[]> {
	const found: Throughput[] = [];
	for (const pageSeconds of [0.25, 1, 2, 4]) {
		for (const processes of [1, 2, 3, 4, 6, 8, 12, 16]) {
			const outcome = await run({
				processes: Array.from({ length: processes }, () => ({ exports: 1 })),
				pageMs: pageSeconds * 1_000,
			});
			found.push({ processes, pageSeconds, perMinute: exportedPerMinute(outcome) });
		}
	}
	return found;
}

/** Finds what is left for one export on a worker while workflows poll on the main process. */
export async function besidePolling(): Promise<Share[]> {
	const found: Share[] = [];
	for (const pollingWorkflows of [0, 15, 30, 45, 60, 75, 90, 105, 120, 150]) {
		const outcome = await run({ processes: [{ exports: 0, pollingWorkflows }, { exports: 1 }] });
		const { made, unanswered } = outcome.polls;
		found.push({
			pollingWorkflows,
			perMinute: exportedPerMinute(outcome),
			unanswered: made === 0 ? 0 : unanswered / made,
		});
	}
	return found;
}

/** Simulates one polling workflow that receives a million submissions a day, on average and at peaks. */
export async function aMillionADay(): Promise<Intake[]> {
	const found: Intake[] = [];
	// The first poll only records what exists.
	const polledMinutes = MINUTES - 1;
	for (const peak of [1, 5, 10, 15, 20]) {
		const arrivalsPerMinute = Math.round(peak * A_MILLION_A_DAY_PER_MINUTE);
		const { polls, requests } = await run({
			processes: [{ exports: 0, pollingWorkflows: 1 }],
			arrivalsPerMinute,
		});
		found.push({
			peak,
			arrivalsPerMinute,
			givenPerMinute: polls.submissions / polledMinutes,
			limitUsed: requests / polledMinutes / REQUESTS_PER_MINUTE,
		});
	}
	return found;
}
