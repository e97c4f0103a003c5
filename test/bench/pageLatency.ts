/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { Agent, get } from 'node:http';

import type { BenchService } from './service';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Fetches one page with as little code as possible, and reads the whole body. */
export async function fetchPageText(
	{ url, apiKey }: BenchService,
	cursor?: string,
): Promise<string> {
	const query = new URLSearchParams({ limit: '100', ...(cursor ? { cursor } : {}) });
	return await new Promise((resolve, reject) => {
		const headers = { authorization: `Bearer ${apiKey}` };
		const request = get(
			`${url}/v1/submissions?${query.toString()}`,
			{ agent, headers },
			(answer) => {
				const chunks: Buffer[] = [];
				answer.on('data', (chunk: Buffer) => chunks.push(chunk));
				answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
			},
		);
		request.on('error', reject);
	});
}

/** Returns the median time to fetch a page of a walk with as little code as possible (milliseconds). */
export async function pageLatencyMs(service: BenchService, samples = 100): Promise<number> {
	const times: number[] = [];
	let cursor: string | undefined;
	for (let sample = 0; sample < samples; sample++) {
		const startedMs = performance.now();
		const text = await fetchPageText(service, cursor);
		times.push(performance.now() - startedMs);
		// Uses pages after a cursor, as a walk does: they take the service slightly longer.
		const { pagination } = JSON.parse(text) as { pagination: { nextCursor?: string } };
		cursor = pagination.nextCursor;
	}
	return times.sort((a, b) => a - b)[Math.floor(samples / 2)] ?? NaN;
}
