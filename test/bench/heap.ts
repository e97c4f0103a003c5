/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
/** How many bytes of the heap are in use at most during the work, and after it, beyond those before. */
export async function heapDuring<Output>(work: () => Promise<Output>) {
	const collect = global.gc ?? (() => {});
	const used = () => {
		collect();
		return process.memoryUsage().heapUsed;
	};
	const before = used();
	let peak = 0;
	const sampling = setInterval(() => (peak = Math.max(peak, used() - before)), 250);
	const output = await work();
	clearInterval(sampling);
	return { output, peak, kept: used() - before };
}

export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
