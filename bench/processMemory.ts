/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type ProcessMemory = { residentMb: number; peakMb: number };

/** What a process holds, and has held at most since `resetPeak`; undefined where it has ended (Linux). */
export function readMemory(pid: number): ProcessMemory | undefined {
	const file = `/proc/${pid}/status`;
	if (!existsSync(file)) return undefined;
	const status = readFileSync(file, 'utf8');
	const megabytes = (name: string) => {
		const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
	};
	const residentMb = megabytes('VmRSS');
	const peakMb = megabytes('VmHWM');
	// A process that is just ending is still listed, without its memory.
	return residentMb === undefined || peakMb === undefined ? undefined : { residentMb, peakMb };
}

/** From now on, the peak counts anew. */
export function resetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
