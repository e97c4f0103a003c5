import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { HOME } from '../world/network';
import type { LoadTrigger } from '../world/trigger';

type State = { counter: number; known: string[] };

type Row = { id: string; createdAt?: string };

/** The budget that n8n reports when polls are not durable. */
const NOT_DURABLE_MS = 300_000;

type Process = { memory: Map<string, State>; polling: Set<string> };

/**
 * The simplest polling trigger that can keep the promise: each poll reads the whole list and
 * remembers every ID forever. Useless in practice, it shows that the models ask nothing impossible.
 */
export const loadReference: LoadTrigger = () => {
	const process: Process = { memory: new Map(), polling: new Set() };
	return async function (this: IPollFunctions) {
		const { id } = this.getNode();
		if (process.polling.has(id)) return null;
		process.polling.add(id);
		try {
			return await pollOnce(this, process.memory);
		} finally {
			process.polling.delete(id);
		}
	};
};

async function pollOnce(
	context: IPollFunctions,
	memory: Map<string, State>,
): Promise<INodeExecutionData[][] | null> {
	const rows = await listAll(context);
	if (context.getMode() === 'manual') return null;
	const state = read(context, memory);
	const known = new Set(
		state?.known ?? rows.filter((row) => isBefore(context, row)).map((row) => row.id),
	);
	// The first poll returns nothing: with durable cursors, only what is stored next to them is safe.
	const fresh = state ? rows.filter((row) => !known.has(row.id)).reverse() : [];
	const next = [...known, ...fresh.map((row) => row.id)];
	if (!state || fresh.length > 0) {
		write(context, memory, { counter: (state?.counter ?? 0) + 1, known: next });
	}
	return fresh.length === 0 ? null : [fresh.map((row) => ({ json: { id: row.id } }))];
}

function isBefore(context: IPollFunctions, { createdAt }: Row): boolean {
	const { startFrom } = context.getNodeParameter('options', {}) as { startFrom?: string };
	return !startFrom || !createdAt || !(Date.parse(createdAt) >= Date.parse(startFrom));
}

function isDurable(context: IPollFunctions): boolean {
	return context.getPollBudgetMs() !== NOT_DURABLE_MS;
}

function read(context: IPollFunctions, memory: Map<string, State>): State | undefined {
	const { id } = context.getNode();
	const copy = context.getWorkflowStaticData('global')[id] as State | undefined;
	if (isDurable(context)) {
		return (context.getWorkflowStaticData('node').state as State | undefined) ?? copy;
	}
	const remembered = memory.get(id);
	return remembered && remembered.counter > (copy?.counter ?? 0) ? remembered : copy;
}

function write(context: IPollFunctions, memory: Map<string, State>, state: State): void {
	if (isDurable(context)) {
		context.getWorkflowStaticData('node').state = { ...state };
		return;
	}
	memory.set(context.getNode().id, state);
	const copies = context.getWorkflowStaticData('global');
	for (const [one, newest] of memory) copies[one] = { ...newest };
}

async function listAll(context: IPollFunctions): Promise<Row[]> {
	const rows = new Map<string, Row>();
	for (let cursor: string | undefined; ; ) {
		const { data, pagination } = await ask(context, cursor);
		for (const row of data) rows.set(row.id, row);
		if (!pagination.hasMore) return [...rows.values()];
		cursor = pagination.nextCursor;
		if (!cursor) throw new Error('no cursor');
	}
}

async function ask(context: IPollFunctions, cursor: string | undefined) {
	const filters = context.getNodeParameter('filters', {}) as {
		status?: string[];
		includeTest?: boolean;
	};
	const form = context.getNodeParameter('formId', '', { extractValue: true }) as string;
	const qs: IDataObject = {
		limit: 100,
		...(form ? { form_id: form } : {}),
		...(filters.status?.length ? { status: filters.status.join(',') } : {}),
		...(filters.includeTest ? { include_test: 'true' } : {}),
		...(cursor ? { cursor } : {}),
	};
	const options = { url: `${HOME}/v1/submissions`, qs };
	const answer = (await context.helpers.httpRequestWithAuthentication.call(
		context,
		'',
		options,
	)) as {
		statusCode: number;
		body: string;
	};
	if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
	const body = JSON.parse(answer.body) as {
		ok: boolean;
		data: Row[];
		pagination: { hasMore: boolean; nextCursor?: string };
	};
	if (!body.ok || !Array.isArray(body.data)) throw new Error('not ok');
	return body;
}
