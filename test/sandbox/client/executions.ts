import { waitFor } from '../host/waitFor';
import { asArray, asObject, isObject, optionalText, textOf, type JsonObject } from './json';
import type { Session } from './session';

export type Execution = {
	id: string;
	status: string;
	/** How it was started: `manual`, `webhook`, `trigger`, … */
	mode: string;
	/** What each node returned in its (last) run: the JSON of its items, with all outputs joined. */
	output: (nodeName: string) => JsonObject[];
	/** Items as n8n stores them, with `pairedItem` and `binary`. */
	items: (nodeName: string) => JsonObject[];
	/** What n8n's editor says beside the output of a node. */
	hints: (nodeName: string) => string[];
	/** The JSON of the items that the next node to run would have got: n8n was killed before it ran. */
	pending: JsonObject[];
	/** Whether a node ran. */
	ran: (nodeName: string) => boolean;
	/** The message and the description of the error it ended with. */
	error?: string;
};

/** Where a manual run begins. */
type RunOptions = { trigger: string };

const RUNNING = ['new', 'running', 'waiting', 'unknown'];

const isRunning = (status: string): boolean => RUNNING.includes(status);

const MOST_PER_CALL = 100;

export function createExecutions({ rest, api }: Session) {
	const get = async (id: string) => toExecution(await api(`/executions/${id}?includeData=true`));

	const status = async (id: string): Promise<string> =>
		textOf(asObject(await api(`/executions/${id}`), 'an execution'), 'status');

	const ended = async (workflowId: string, { includeData }: { includeData: boolean }) => {
		const query = `workflowId=${workflowId}&includeData=${includeData}&limit=${MOST_PER_CALL}`;
		const found: Execution[] = [];
		let cursor: string | undefined;
		do {
			const more = cursor === undefined ? '' : `&cursor=${cursor}`;
			const page = asObject(await api(`/executions?${query}${more}`), 'the list of executions');
			found.push(...asArray(page.data, 'the list of executions').map(toExecution));
			cursor = optionalText(page.nextCursor);
		} while (cursor !== undefined);
		return found
			.filter((execution) => !isRunning(execution.status))
			.sort((one, other) => Number(one.id) - Number(other.id));
	};

	const ofWorkflow = async (workflowId: string): Promise<Execution[]> =>
		await ended(workflowId, { includeData: true });

	const endedIds = async (workflowId: string): Promise<string[]> =>
		(await ended(workflowId, { includeData: false })).map(({ id }) => id);

	const waitForEnd = (id: string): Promise<Execution> =>
		waitFor(`execution ${id} to end`, async (see) => {
			const seen = await status(id);
			see(seen);
			return isRunning(seen) ? undefined : await get(id);
		});

	const start = async (workflowId: string, { trigger }: RunOptions): Promise<string> => {
		// Current n8n runs what is saved; older versions run what they are sent.
		const workflowData = await rest('GET', `/workflows/${workflowId}`);
		const run = await rest('POST', `/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
		return textOf(asObject(run, 'the started run'), 'executionId');
	};

	return {
		/** Runs a saved workflow from a trigger; returns the execution's ID. */
		start,
		/** Runs a saved workflow from a trigger and waits for its end. */
		async run(workflowId: string, options: RunOptions): Promise<Execution> {
			return await waitForEnd(await start(workflowId, options));
		},
		/** The executions that have ended, oldest first. */
		ofWorkflow,
		/** Their IDs alone. */
		endedIds,
		waitForEnd,
		/** Waits until at least `count` executions of a workflow have ended. */
		waitForCount: (workflowId: string, count: number): Promise<Execution[]> =>
			waitFor(`${count} executions of workflow ${workflowId}`, async (see) => {
				const found = await ofWorkflow(workflowId);
				see(`${found.length}`);
				return found.length >= count ? found : undefined;
			}),
		async stop(id: string): Promise<void> {
			await rest('POST', `/executions/${id}/stop`);
		},
		/** Presses "Retry" on a failed one and waits for its end; returns the status. */
		async retry(id: string, workflow: 'original' | 'current' = 'original'): Promise<string> {
			const loadWorkflow = workflow === 'current';
			const retried = await rest('POST', `/executions/${id}/retry`, { loadWorkflow });
			// Older versions respond before it has ended.
			const { status: end } = await waitForEnd(textOf(asObject(retried, 'the retry'), 'id'));
			return end;
		},
	};
}

function toExecution(value: unknown): Execution {
	const execution = asObject(value, 'an execution');
	const data = isObject(execution.data) ? execution.data : {};
	const result = isObject(data.resultData) ? data.resultData : {};
	const items = (nodeName: string) => itemsOf(result.runData, nodeName);
	const { nodeExecutionStack } = isObject(data.executionData) ? data.executionData : {};
	const [next] = Array.isArray(nodeExecutionStack) ? (nodeExecutionStack as unknown[]) : [];
	return {
		id: textOf(execution, 'id'),
		status: textOf(execution, 'status'),
		mode: textOf(execution, 'mode'),
		items,
		pending: itemsIn(next).map(({ json }) => asObject(json, 'an item')),
		ran: (nodeName) => isObject(result.runData) && nodeName in result.runData,
		hints: (nodeName) => hintsOf(lastRun(result.runData, nodeName)),
		output: (nodeName) => items(nodeName).map(({ json }) => asObject(json, 'an item')),
		error: isObject(result.error) ? errorText(result.error) : undefined,
	};
}

/** Run data is: node name → runs → data.main → outputs → items. */
function itemsOf(runData: unknown, nodeName: string): JsonObject[] {
	return itemsIn(lastRun(runData, nodeName));
}

function lastRun(runData: unknown, nodeName: string): unknown {
	const runs = isObject(runData) ? runData[nodeName] : undefined;
	return Array.isArray(runs) ? runs.at(-1) : undefined;
}

function hintsOf(run: unknown): string[] {
	const hints = isObject(run) && Array.isArray(run.hints) ? run.hints : [];
	return hints.filter(isObject).map(({ message }) => String(message));
}

/** Data is: data.main → outputs → items. */
function itemsIn(value: unknown): JsonObject[] {
	const data = isObject(value) && isObject(value.data) ? value.data : {};
	const outputs = Array.isArray(data.main) ? data.main : [];
	return outputs.flat().filter(isObject);
}

function errorText({ message, description }: Record<string, unknown>): string | undefined {
	const parts = [optionalText(message), optionalText(description)].filter(Boolean);
	return parts.length === 0 ? undefined : parts.join(' ');
}
