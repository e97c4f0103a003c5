import { textOf } from '../../sandbox/client/json';
import type { N8nProcess } from '../../sandbox/host/n8nProcess';
import { waitFor } from '../../sandbox/host/waitFor';
import type { Database } from './postgres';

/** An execution as it is in the database now. */
export type LoggedExecution = {
	id: string;
	status: string;
	/** The submission in the data that n8n stored before responding to the delivery. */
	submissionId: string;
	hasEnded: boolean;
	/** Whether that data is still there: n8n removes it from an execution whose worker died. */
	hasInput: boolean;
	/** Why it failed, if these tests know the reason. */
	reason: string;
};

const ENDED = ['success', 'error', 'crashed', 'canceled'];
const ID_PATTERN = 'sub_[0-9a-f]{20}';

/**
 * Makes the database record which submission each execution was stored with. The executions alone
 * aren't enough: n8n overwrites the data of one whose worker died.
 */
export async function keepSubmissionIds({ run }: Database): Promise<void> {
	await run(`
		create table stored_submission ("executionId" integer, "submissionId" text);
		create function note_submission() returns trigger language plpgsql as $$
			begin
				insert into stored_submission
					values (new."executionId", substring(new.data from '${ID_PATTERN}'));
				return new;
			end
		$$;
		create trigger note_submission after insert on execution_data
			for each row execute function note_submission();
	`);
}

export async function executionsOf(
	{ rows }: Database,
	workflowId: string,
): Promise<LoggedExecution[]> {
	const found = await rows(`
		select id, status, "submissionId", position("submissionId" in data) > 0 as "hasInput", case
				when status = 'success' then ''
				when status = 'crashed' then 'found dead by the main process'
				when data like '%failed to be processed too many times%' then 'its worker died'
				when data like '%Regular expression execution timed out%' then 'n8n''s check of a parameter timed out'
				else coalesce(substring(data from '"message":"?[^"]*"?'), 'unknown')
			end as reason
		from execution_entity
			join stored_submission on stored_submission."executionId" = id
			join execution_data on execution_data."executionId" = id
		where "workflowId" = '${workflowId}' order by id`);
	return found.map((row) => ({
		id: textOf(row, 'id'),
		status: textOf(row, 'status'),
		submissionId: textOf(row, 'submissionId'),
		hasEnded: ENDED.includes(textOf(row, 'status')),
		hasInput: row.hasInput === true,
		reason: textOf(row, 'reason'),
	}));
}

/** Waits until a workflow has enough executions and all have ended. Returns their number. */
export async function waitForExecutions(
	{ rows }: Database,
	workflowId: string,
	atLeast: number,
	timeoutMs = 240_000,
): Promise<number> {
	return await waitFor(
		`${atLeast} executions to end`,
		async (see) => {
			const [counts] = await rows(`
				select count(*) as all, count(*) filter (where status in (${ENDED.map((status) => `'${status}'`).join(', ')})) as ended
				from execution_entity where "workflowId" = '${workflowId}'`);
			see(counts);
			const all = Number(counts?.all);
			return all >= atLeast && counts?.ended === counts?.all ? all : undefined;
		},
		{ timeoutMs, everyMs: 250 },
	);
}

/** IDs of the executions that a worker reports as started; one started twice appears twice. */
export function executionsBegunBy(worker: Pick<N8nProcess, 'logs'>): string[] {
	return [...worker.logs().matchAll(/Worker started execution (\d+) /g)].map(([, id]) =>
		String(id),
	);
}
