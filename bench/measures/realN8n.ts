/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import type { N8nClient, WorkflowFile, WorkflowNode } from '../../sandbox/client/n8nClient';
import {
	ACTION_TYPE,
	CREDENTIAL_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	START,
	startNode,
} from '../../sandbox/client/workflowFile';
import { bounded, compared, type Result } from '../result';
import { startService, type BenchService } from '../service';
import { withN8n } from '../temporaryN8n';

const SUBMISSIONS = 36_000;

/** Measures the walk in a real n8n against n8n's own HTTP Request node with its pagination. */
export async function measureRealN8n(): Promise<Result[]> {
	return await withN8n(async (n8n) => [
		...(await underTheLimit(n8n.client())),
		await withFailures(n8n.client()),
	]);
}

async function underTheLimit(client: N8nClient): Promise<Result[]> {
	// No latency: the walk reaches the rate limit, as it does on the real service after 120 requests.
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
			bounded('36,000 through n8n, this node: 429 responses', refused, 0),
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
	const execution = await client.executions.run(workflow.id, { trigger: START }, 300_000);
	const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
	const rows = Number(execution.output('Count')[0]?.rows ?? 0);
	const detail = `status ${execution.status}, ${rows} rows, ${seconds} s`;
	return { rows, detail };
}

const COUNT =
	'const items = $input.all();\nreturn [{ json: { rows: items.reduce((sum, { json }) => sum + (Array.isArray(json.data) ? json.data.length : json.id ? 1 : 0), 0) } }];';

function exportWorkflow(name: string, fetchNode: WorkflowNode): WorkflowFile {
	const count = makeNode('Count', 'n8n-nodes-base.code', { jsCode: COUNT }, { typeVersion: 2 });
	return inARow(name, [startNode(), fetchNode, count]);
}

async function formSubmissionsWorkflow(
	client: N8nClient,
	service: BenchService,
): Promise<WorkflowFile> {
	const data = { baseUrl: service.url, apiKey: service.apiKey };
	const credential = await client.credentials.create(CREDENTIAL_TYPE, 'Bench', data);
	const parameters = { resource: 'submission', operation: 'getAll', returnAll: true };
	const credentials = credentialsOf(credential);
	return exportWorkflow(
		'Form Submissions',
		makeNode('Fetch', ACTION_TYPE, parameters, { credentials }),
	);
}

/** Set up as n8n's documentation shows for a cursor, incomplete pages included. */
function httpRequestWorkflow(service: BenchService): WorkflowFile {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: [
				{ type: 'qs', name: 'cursor', value: '={{ $response.body.pagination?.nextCursor }}' },
			],
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.pagination?.hasMore }}',
	};
	const parameters = {
		url: `${service.url}/v1/submissions`,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
		sendHeaders: true,
		headerParameters: {
			parameters: [{ name: 'Authorization', value: `Bearer ${service.apiKey}` }],
		},
		options: { pagination: { pagination } },
	};
	const type = 'n8n-nodes-base.httpRequest';
	return exportWorkflow('HTTP Request', makeNode('Fetch', type, parameters, { typeVersion: 4.2 }));
}
