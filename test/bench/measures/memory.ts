/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

import { loadExample, type ExampleName, type ExampleSetup } from '../../sandbox/client/examples';
import type { N8nClient } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import type { N8nServer } from '../../sandbox/host/n8nServer';
import type { TemporaryN8n } from '../../sandbox/host/temporaryN8n';
import { waitFor } from '../../sandbox/host/waitFor';
import { readMemory, resetPeak } from '../processMemory';
import { checkBound, showFigure, type Result } from '../result';
import { startService, type BenchService } from '../service';
import { withN8n } from '../temporaryN8n';

const TRIGGER = 'When clicking ‘Execute workflow’';
const SIZES = [10_000, 100_000, 1_000_000];
const LIMITED_MB = 512;
const MOST_MB = 1_000;
/** Below this, n8n has freed most of the memory that it needed to start. */
const STARTED_MB = 500;
const LONGEST_SETTLING_MS = 90_000;
const LONGEST_EXPORT_MS = 20 * 60_000;

/** The statuses of executions that have ended. */
const ENDS = ['success', 'error', 'crashed', 'canceled'];

type Way = {
	name: string;
	example: ExampleName;
	/** `NODE_OPTIONS` in n8n's environment. */
	nodeOptions?: string;
	/** What a user enters after importing the example. */
	entered: (folder: string) => Pick<ExampleSetup, 'parameters' | 'edits'>;
};

const intoFolder = (folder: string) => ({
	edits: { 'Write the file': { from: '/home/node/.n8n-files', to: folder } },
});

const WAYS: Way[] = [
	{
		name: 'Get Many',
		example: 'export-to-csv',
		entered: (folder) => ({
			parameters: { 'Write the file': { fileName: join(folder, 'all.csv') } },
		}),
	},
	{ name: 'Get Page', example: 'export-everything', entered: intoFolder },
	{
		name: `Get Page, heap limited to ${LIMITED_MB} MB`,
		example: 'export-everything',
		nodeOptions: `--max-old-space-size=${LIMITED_MB}`,
		entered: intoFolder,
	},
];

type Export = {
	size: number;
	way: Way;
	beforeMb: number;
	peakMb: number;
	seconds: number;
	/** Number of submissions that appear in the files exactly once. */
	exported: number;
	outcome: string;
};

/** Measures the peak memory of n8n's main process for exports with the examples, each in its own n8n. */
export async function measureMemory(): Promise<Result[]> {
	const exports: Export[] = [];
	for (const size of SIZES) {
		const service = await startService({
			options: { rateLimited: false },
			submissions: size,
			areSmall: true,
			latencyMs: 0,
		});
		try {
			for (const way of WAYS) {
				const env = way.nodeOptions === undefined ? undefined : { NODE_OPTIONS: way.nodeOptions };
				exports.push(await withN8n(async (n8n) => await runExport(n8n, service, size, way), env));
				writeMemory(exports);
			}
		} finally {
			await service.stop();
		}
	}
	return exports.flatMap(toResults);
}

async function runExport(
	n8n: TemporaryN8n,
	service: BenchService,
	size: number,
	way: Way,
): Promise<Export> {
	const folder = n8n.exportFolder;
	const client = n8n.client();
	const server = n8n.server();
	const workflowId = await importExample(client, service, way, folder);
	const beforeMb = await settle(server.pid);
	resetPeak(server.pid);
	const startedMs = performance.now();
	const execution = await client.executions.start(workflowId, { trigger: TRIGGER });
	const { peakMb, outcome } = await watch(client, server, execution);
	const seconds = (performance.now() - startedMs) / 1000;
	return { size, way, beforeMb, peakMb, seconds, exported: countOnce(folder), outcome };
}

async function importExample(
	client: N8nClient,
	{ url, apiKey, formId }: BenchService,
	{ example, entered }: Way,
	folder: string,
): Promise<string> {
	const data = { baseUrl: url, apiKey };
	const credential = await client.credentials.create(CREDENTIAL_TYPE, 'Bench', data);
	const file = loadExample(example, { credential, formId, ...entered(folder) });
	return (await client.workflows.create(file)).id;
}

/** Waits until n8n has freed what memory it can after its start. Returns what it then holds. */
async function settle(pid: number): Promise<number> {
	const residentMb = () => readMemory(pid)?.residentMb ?? NaN;
	const isSettled = () => (residentMb() < STARTED_MB ? true : undefined);
	await waitFor('n8n to settle', isSettled, { timeoutMs: LONGEST_SETTLING_MS }).catch(() => {
		process.stderr.write(
			`n8n holds ${residentMb().toFixed(0)} MB, which is what is counted from\n`,
		);
	});
	return residentMb();
}

/** Watches until the execution ends, or n8n itself does. */
async function watch(
	{ executions }: N8nClient,
	{ pid, logs }: N8nServer,
	executionId: string,
): Promise<{ peakMb: number; outcome: string }> {
	let peakMb = 0;
	return await waitFor(
		'the export to end',
		async (see) => {
			const memory = readMemory(pid);
			if (memory === undefined) return { peakMb, outcome: `n8n ended: ${lastWords(logs())}` };
			peakMb = Math.max(peakMb, memory.peakMb);
			// n8n doesn't respond when it is busy or about to exit; the next check shows which.
			const status = await executions.status(executionId).catch(String);
			see(status);
			return ENDS.includes(status) ? { peakMb, outcome: status } : undefined;
		},
		{ timeoutMs: LONGEST_EXPORT_MS, everyMs: 500 },
	);
}

function lastWords(log: string): string {
	return /FATAL ERROR: (.*)/.exec(log)?.[1] ?? log.trim().slice(-200);
}

/** Only the column of IDs has such cells. */
const ID_CELL = /(?:^|,)(sub_\w+)(?=,)/gm;

function countOnce(folder: string): number {
	const seen = new Map<string, number>();
	for (const name of readdirSync(folder)) {
		for (const [, id = ''] of readFileSync(join(folder, name), 'utf8').matchAll(ID_CELL)) {
			seen.set(id, (seen.get(id) ?? 0) + 1);
		}
	}
	return [...seen.values()].filter((times) => times === 1).length;
}

function toResults({ size, way, beforeMb, peakMb, seconds, exported, outcome }: Export): Result[] {
	const what = `${size.toLocaleString('en-US')} with ${way.name}`;
	const detail = `${outcome}, ${seconds.toFixed(0)} s`;
	const growth = showFigure(
		`${what}: growth of the peak memory`,
		`${(peakMb - beforeMb).toFixed(0)} MB`,
		detail,
	);
	if (way.nodeOptions === undefined) return [growth];
	return [
		growth,
		checkBound(`${what}: peak memory (MB)`, peakMb, MOST_MB),
		checkBound(`${what}: missing or twice`, size - exported, 0),
	];
}

function writeMemory(exports: Export[]): void {
	const rows = exports.map(
		({ size, way, beforeMb, peakMb, seconds, exported, outcome }) =>
			`| ${size.toLocaleString('en-US')} | ${way.name} | ${(peakMb - beforeMb).toFixed(0)} MB | ${peakMb.toFixed(0)} MB | ${exported.toLocaleString('en-US')} | ${seconds.toFixed(0)} s | ${outcome} |`,
	);
	const text = [
		'# Results of `npm run bench memory`',
		'',
		"Exports with the examples `export-to-csv` (Get Many) and `export-everything` (Get Page), each in its own real n8n: memory of n8n's main process (resident, as reported by Linux). Run against the emulator, without rate limit or latency; rows have nine columns.",
		'',
		`Measured on a computer with ${(totalmem() / 2 ** 30).toFixed(0)} GB. The more memory a computer has, the later Node.js frees it: with that much, even an export with constant needs grows at first, unless n8n is started with \`NODE_OPTIONS=--max-old-space-size=${LIMITED_MB}\`.`,
		'',
		'| Submissions | With | Growth | Peak | In the files exactly once | Took | Outcome |',
		'|---|---|---|---|---|---|---|',
		...rows,
		'',
	].join('\n');
	writeFileSync(join(__dirname, '..', 'MEMORY.md'), text);
}
