/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

type ProcessMemory = { residentMb: number; peakMb: number };

/** A process's current memory and its peak since `resetPeak`; undefined if it has ended (Linux only). */
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
	// A process about to end is still listed, but without its memory.
	return residentMb === undefined || peakMb === undefined ? undefined : { residentMb, peakMb };
}

/** Restarts the peak measurement from now. */
export function resetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
