/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { Agent, get } from 'node:http';

import type { BenchService } from './service';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One page by the barest means there is, the body read to its end. */
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

/** The median time that a page of a walk takes by the barest means (milliseconds). */
export async function pageLatencyMs(service: BenchService, samples = 100): Promise<number> {
	const times: number[] = [];
	let cursor: string | undefined;
	for (let sample = 0; sample < samples; sample++) {
		const startedMs = performance.now();
		const text = await fetchPageText(service, cursor);
		times.push(performance.now() - startedMs);
		// Pages behind a cursor are the walk's own: the service takes a little longer for them.
		const { pagination } = JSON.parse(text) as { pagination: { nextCursor?: string } };
		cursor = pagination.nextCursor;
	}
	return times.sort((a, b) => a - b)[Math.floor(samples / 2)] ?? NaN;
}

export type Load = {
	walks: number;
	pagesEach: number;
	latencyMs: number;
	limit: number;
	windowMs: number;
};

/**
 * What a client needs that knows windows and latency perfectly (milliseconds): each walk has one
 * request on its way at a time, since a page names the next one; windows begin with the first
 * request in them and let `limit` requests through.
 */
export function idealMs({ walks, pagesEach, latencyMs, limit, windowMs }: Load): number {
	const readyMs = new Array<number>(walks).fill(0);
	let window = { startMs: 0, used: 0 };
	for (let request = 0; request < walks * pagesEach; request++) {
		const next = readyMs.indexOf(Math.min(...readyMs));
		// A walk that was ready before this window began has waited for it as well.
		let sendMs = Math.max(readyMs[next] ?? 0, window.startMs);
		if (sendMs >= window.startMs + windowMs) window = { startMs: sendMs, used: 0 };
		if (window.used >= limit) {
			sendMs = window.startMs + windowMs;
			window = { startMs: sendMs, used: 0 };
		}
		window.used++;
		readyMs[next] = sendMs + latencyMs;
	}
	return Math.max(...readyMs);
}
