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
