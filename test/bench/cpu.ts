/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
/** The CPU time that the work takes (milliseconds). */
export async function cpuMs(work: () => unknown): Promise<number> {
	global.gc?.();
	const start = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}

/** Node.js still compiles and arranges its heap in these rounds: ratios fall from 1.44 to 1.31. */
const WARMING_ROUNDS = 10;

/**
 * The ratio of two works' CPU times, measured in turns, so that whatever else the machine does
 * concerns both: the median of several rounds after those that warm up.
 */
export async function cpuRatio(
	work: () => unknown,
	comparison: () => unknown,
	rounds = 11,
): Promise<{ ratio: number; detail: string }> {
	const times: Array<[number, number]> = [];
	for (let round = 0; round < WARMING_ROUNDS + rounds; round++) {
		const comparisonMs = await cpuMs(comparison);
		const workMs = await cpuMs(work);
		if (round >= WARMING_ROUNDS) times.push([workMs, comparisonMs]);
	}
	times.sort((a, b) => a[0] / a[1] - b[0] / b[1]);
	const [workMs, comparisonMs] = times[rounds >> 1] ?? [NaN, NaN];
	const detail = `${workMs.toFixed(0)} ms and ${comparisonMs.toFixed(0)} ms`;
	return { ratio: workMs / comparisonMs, detail };
}
