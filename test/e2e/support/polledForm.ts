import type { Execution, WorkflowFile } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE, POLLING_TRIGGER } from '../../sandbox/client/workflowFile';
import { waitFor } from '../../sandbox/host/waitFor';
import type { Host } from './host';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './triggerWorkflow';

/** Several polls, of which each may take most of a minute, or wait for the rate limit. */
const MANY_POLLS_MS = 600_000;

/** A form with a few old submissions, and a workflow that polls it. */
export type PolledForm = Awaited<ReturnType<typeof createPolledForm>>;

/** Adds them; default: a poll every ten seconds. Nothing is published yet. */
export async function createPolledForm(
	host: Host,
	workflow = (formId: string): WorkflowFile =>
		pollingWorkflow(host.credential, formId, { pollTimes: EVERY_TEN_SECONDS }),
) {
	const { emulator } = host;
	const formId = emulator.addForm({ name: 'Contact' }).id;
	emulator.addSubmissions(formId, 5, { from: Date.now() - 24 * 3_600_000 });
	const file = workflow(formId);
	const { id: workflowId } = await host.n8n.workflows.create(file);
	const arrived: string[] = [];

	const arrive = (count: number, agoMs = 0): void => {
		const seed = { from: Date.now() - agoMs, stepMs: 1 };
		arrived.push(...emulator.addSubmissions(formId, count, seed).map(({ id }) => id));
	};
	const returned = async () => (await host.n8n.executions.ofWorkflow(workflowId)).flatMap(idsIn);
	const untilReturned = async (wanted: string[]) => {
		await waitFor(
			`${wanted.length} submissions`,
			async (see) => {
				const ids = new Set(await returned());
				see(`${ids.size} were returned`);
				return wanted.every((id) => ids.has(id));
			},
			{ timeoutMs: MANY_POLLS_MS, everyMs: 1_000 },
		);
	};
	const all = async () => await untilReturned(arrived);
	return {
		formId,
		workflowId,
		/** The workflow as it was first saved. */
		file,
		/** The IDs of the submissions that are to run the workflow, oldest first. */
		arrived,
		/** Adds some, now or the given time ago. */
		arrive,
		/** The IDs of the submissions that ran the workflow, in this order. */
		returned,
		/** Waits until these, or all that arrived, were returned at least once. */
		untilReturned,
		all,
		/**
		 * Waits for `all`, and then for one more, with which a repeated submission would have come as
		 * well. Returns the IDs as `returned` does, but oldest first.
		 */
		async everything(): Promise<string[]> {
			await all();
			arrive(1);
			await all();
			const places = new Map(arrived.map((id, index) => [id, index]));
			const placeOf = (id: string) => places.get(id) ?? -1;
			return (await returned()).sort((one, other) => placeOf(one) - placeOf(other));
		},
	};
}

/** A credential whose key can be revoked without harm to other tests. */
export async function credentialOfItsOwn({ emulator, n8n, baseUrl }: Host) {
	const apiKey = emulator.addKey();
	const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Own key', { baseUrl, apiKey });
	return { apiKey, credential };
}

/**
 * The submissions of an execution. If n8n was killed before it ran the trigger's node, it stored them
 * all the same, and shows the execution as crashed.
 */
function idsIn(execution: Execution): string[] {
	const { status, pending, ran } = execution;
	const wasStored = status === 'crashed' && !ran(POLLING_TRIGGER);
	return (wasStored ? pending : execution.output(POLLING_TRIGGER)).map((row) => String(row.id));
}
