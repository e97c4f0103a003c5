export type Load = {
	walks: number;
	pagesEach: number;
	latencyMs: number;
	limit: number;
	windowMs: number;
};

/**
 * The time that a client with perfect knowledge of windows and latency takes (milliseconds). Each walk
 * has one request in progress at a time, because a page names the next one. A window begins with its
 * first request and allows `limit` requests.
 */
export function idealMs({ walks, pagesEach, latencyMs, limit, windowMs }: Load): number {
	const readyMs = new Array<number>(walks).fill(0);
	let window = { startMs: 0, used: 0 };
	for (let request = 0; request < walks * pagesEach; request++) {
		const next = readyMs.indexOf(Math.min(...readyMs));
		// A walk that was ready before this window began has also waited for it.
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
