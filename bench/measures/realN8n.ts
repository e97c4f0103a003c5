/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n } from '../../sandbox/install/installN8n';
import { connectToN8n, type N8nClient, type WorkflowFile } from '../../sandbox/client/n8nClient';
import { startN8n } from '../../sandbox/host/n8nServer';
import { installInto, packPackage } from '../../sandbox/install/packPackage';
import { bounded, compared, type Result } from '../result';
import { startService, type BenchService } from '../service';

const SUBMISSIONS = 36_000;
const OWNER = {
	email: 'bench@example.com',
	firstName: 'Bench',
	lastName: 'Owner',
	password: 'Bench-0wner',
};

/** The walk through a real n8n, beside n8n's own HTTP Request node with its pagination. */
export async function measureRealN8n(): Promise<Result[]> {
	await ensureN8n();
	const userFolder = mkdtempSync(join(tmpdir(), 'form-submissions-bench-'));
	await installInto(userFolder, (await packPackage()).tarball);
	const n8n = await startN8n({ userFolder });
	try {
		const client = await connectToN8n(n8n.url, OWNER);
		return [...(await underTheLimit(client)), await withFailures(client)];
	} finally {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

async function underTheLimit(client: N8nClient): Promise<Result[]> {
	// No latency: the rate limit is met, as it is on the real service after 120 requests.
	const options = { windowMs: 3_000, resetFormat: 'unixMilliseconds' as const };
	const service = await startService({ options, submissions: SUBMISSIONS, latencyMs: 0 });
	try {
		const node = await runExport(client, await formSubmissionsWorkflow(client, service));
		const refused = (await service.stats()).tooManyRequests;
		await new Promise((resolve) => setTimeout(resolve, 3_000));
		const http = await runExport(client, httpRequestWorkflow(service));
		return [
			bounded(
				'36,000 through n8n, this node: rows missing',
				SUBMISSIONS - node.rows,
				0,
				node.detail,
			),
			bounded('36,000 through n8n, this node: answers 429', refused, 0),
			compared(
				'36,000 through n8n, HTTP Request node with pagination: rows missing',
				String(SUBMISSIONS - http.rows),
				http.detail,
			),
		];
	} finally {
		await service.stop();
	}
}

async function withFailures(client: N8nClient): Promise<Result> {
	const options = { rateLimited: false };
	const service = await startService({
		options,
		submissions: SUBMISSIONS,
		latencyMs: 0,
		unavailableEvery: 20,
	});
	try {
		const { rows, detail } = await runExport(
			client,
			await formSubmissionsWorkflow(client, service),
		);
		return bounded(
			'36,000 through n8n, one answer of twenty 503: rows missing',
			SUBMISSIONS - rows,
			0,
			detail,
		);
	} finally {
		await service.stop();
	}
}

type Export = { rows: number; detail: string };

async function runExport(client: N8nClient, file: WorkflowFile): Promise<Export> {
	const workflow = await client.workflows.create(file);
	const startedMs = performance.now();
	const execution = await client.executions.run(workflow.id, { trigger: 'Start' }, 300_000);
	const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
	const rows = Number(execution.output('Count')[0]?.rows ?? 0);
	const detail = `status ${execution.status}, ${rows} rows, ${seconds} s`;
	return { rows, detail };
}

function exportWorkflow(name: string, fetchNode: WorkflowFile['nodes'][number]): WorkflowFile {
	const link = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name,
		settings: {},
		connections: { Start: link(fetchNode.name), [fetchNode.name]: link('Count') },
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			fetchNode,
			{
				id: 'count',
				name: 'Count',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [400, 0],
				parameters: {
					jsCode:
						'const items = $input.all();\nreturn [{ json: { rows: items.reduce((sum, { json }) => sum + (Array.isArray(json.data) ? json.data.length : json.id ? 1 : 0), 0) } }];',
				},
			},
		],
	};
}

async function formSubmissionsWorkflow(
	client: N8nClient,
	service: BenchService,
): Promise<WorkflowFile> {
	const data = { baseUrl: service.url, apiKey: service.apiKey };
	const { id, name } = await client.credentials.create('formSubmissionsApi', 'Bench', data);
	return exportWorkflow('Form Submissions', {
		id: 'fetch',
		name: 'Fetch',
		type: 'n8n-nodes-form-submissions.formSubmissions',
		typeVersion: 1,
		position: [200, 0],
		parameters: { resource: 'submission', operation: 'getAll', returnAll: true },
		credentials: { formSubmissionsApi: { id, name } },
	});
}

/** Set up as n8n's documentation shows it for a cursor, incomplete pages included. */
function httpRequestWorkflow(service: BenchService): WorkflowFile {
	return exportWorkflow('HTTP Request', {
		id: 'fetch',
		name: 'Fetch',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [200, 0],
		parameters: {
			url: `${service.url}/v1/submissions`,
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'Authorization', value: `Bearer ${service.apiKey}` }],
			},
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [
								{
									type: 'qs',
									name: 'cursor',
									value: '={{ $response.body.pagination?.nextCursor }}',
								},
							],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ !$response.body.pagination?.hasMore }}',
					},
				},
			},
		},
	});
}
