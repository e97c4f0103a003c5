import type { Execution, N8nClient } from '../../sandbox/client/n8nClient';
import { waitFor } from '../../sandbox/host/waitFor';

/** Waits until each of these submissions has run a workflow: one may come alone, several together. */
export async function waitForSubmissions(
	{ executions }: N8nClient,
	workflowId: string,
	ids: string[],
): Promise<Execution[]> {
	return await waitFor(`${ids.length} submissions to run the workflow`, async (see) => {
		const runs = await executions.ofWorkflow(workflowId);
		// With plain names, a submission's own ID is called so.
		const seen = runs.flatMap((run) =>
			run.output('New submission').map(({ id, submissionId = id }) => submissionId),
		);
		see(seen);
		return ids.every((id) => seen.includes(id)) ? runs : undefined;
	});
}
