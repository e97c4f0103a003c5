/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startService, type BenchService } from '../service';
import type { ExportOrder, ExportReport } from './exportProcess';

/** Short, to keep the measurement short; the service's own window is a minute. */
export const WINDOW_MS = 3_000;
export const LIMIT = 120;
export const PAGES_EACH = 360;
const LATENCY_MS = 30;
const ROWS_PER_PAGE = 100;
const WARM_UP_PAGES = 20;

export type Measured = {
	tookMs: number;
	/** Number of 429 responses. */
	refused: number;
	/** For each process: how long each of its pages took, in order. */
	pageMs: number[][];
};

/**
 * Measures real processes that run the package's real code against the emulator over HTTP. A load
 * lists the number of exports in each process; each load has its own service with a fresh window.
 */
export async function measure(loads: number[][]): Promise<Measured[]> {
	const most = Math.max(...loads.map((load) => load.length));
	const processes = await Promise.all(Array.from({ length: most }, startExportProcess));
	try {
		await withService({ rateLimited: false }, async (service) => {
			for (const child of processes) await order(child, orderFor(service, 1, WARM_UP_PAGES));
		});
		const options = {
			limitPerWindow: LIMIT,
			windowMs: WINDOW_MS,
			resetFormat: 'unixMilliseconds' as const,
		};
		const measured: Measured[] = [];
		for (const load of loads) {
			measured.push(
				await withService(options, async (service) => await run(service, processes, load)),
			);
		}
		return measured;
	} finally {
		for (const child of processes) child.disconnect();
	}
}

async function run(
	service: BenchService,
	processes: ChildProcess[],
	load: number[],
): Promise<Measured> {
	const startedMs = performance.now();
	const pageMs = await Promise.all(
		processes
			.slice(0, load.length)
			.map(
				async (child, index) => await order(child, orderFor(service, load[index] ?? 0, PAGES_EACH)),
			),
	);
	const tookMs = performance.now() - startedMs;
	return { tookMs, refused: (await service.stats()).tooManyRequests, pageMs };
}

function orderFor({ url, apiKey }: BenchService, exports: number, pagesEach: number): ExportOrder {
	return { credential: { baseUrl: url, apiKey }, exports, pagesEach };
}

async function order(child: ChildProcess, wanted: ExportOrder): Promise<number[]> {
	const answered = once(child, 'message') as Promise<[ExportReport]>;
	child.send(wanted);
	const [{ rows, pageMs }] = await answered;
	const expected = wanted.exports * wanted.pagesEach * ROWS_PER_PAGE;
	if (rows !== expected) throw new Error(`${rows} rows were exported instead of ${expected}`);
	return pageMs;
}

async function startExportProcess(): Promise<ChildProcess> {
	const child = fork(join(__dirname, 'exportProcess.ts'), { execArgv: ['--import', 'tsx'] });
	await once(child, 'message');
	return child;
}

async function withService<T>(
	options: Parameters<typeof startService>[0]['options'],
	use: (service: BenchService) => Promise<T>,
): Promise<T> {
	const submissions = PAGES_EACH * ROWS_PER_PAGE;
	const service = await startService({
		options,
		submissions,
		areSmall: true,
		latencyMs: LATENCY_MS,
	});
	try {
		return await use(service);
	} finally {
		await service.stop();
	}
}
