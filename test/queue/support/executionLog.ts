import { textOf } from '../../sandbox/client/json';
import type { N8nProcess } from '../../sandbox/host/n8nProcess';
import type { Database } from './postgres';

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

/** The executions of a workflow, as they are in the database now. */
export async function executionsOf({ rows }: Database, workflowId: string) {
	const found = await rows(`
		select status, "submissionId" from execution_entity
			join stored_submission on stored_submission."executionId" = id
		where "workflowId" = '${workflowId}' order by id`);
	return found.map((row) => ({
		status: textOf(row, 'status'),
		submissionId: textOf(row, 'submissionId'),
	}));
}

/** IDs of the executions that a worker reports as started. */
export function executionsBegunBy(worker: Pick<N8nProcess, 'logs'>): string[] {
	return [...worker.logs().matchAll(/Worker started execution (\d+) /g)].map(([, id]) =>
		String(id),
	);
}
