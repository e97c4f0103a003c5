import * as n8nWorkflow from 'n8n-workflow';

/** Lets the nodes wait in another way than with n8n's timer, until `jest.restoreAllMocks`. */
export function replaceSleep(sleep: typeof n8nWorkflow.sleep): void {
	// n8n exports a getter.
	const host: { sleep: unknown } = n8nWorkflow;
	jest.spyOn(host, 'sleep', 'get').mockReturnValue(sleep);
}
