import { sleep, type WorkflowActivateMode } from 'n8n-workflow';

import { ProcessMemory } from '../../general/processMemory';

/*
 * n8n registers a trigger's address and starts its listening side by side, and lets the one go on if the
 * other fails. So the listening waits here for how far publishing the address has come.
 */

export type PublishingProgress = 'underWay' | 'done' | 'failed';

/** Undefined until n8n has begun to publish the trigger's address, and, where it listens, once n8n has ended that. */
const progressByNode = new ProcessMemory<PublishingProgress | undefined>(10_000);

export function notePublishing(nodeKey: string, progress: PublishingProgress | undefined): void {
	progressByNode.set(nodeKey, progress);
}

/** Whether the trigger may read and run: false while its address is being published, and if that failed. */
export function isPublished(nodeKey: string): boolean {
	const progress = progressByNode.get(nodeKey);
	return progress === undefined || progress === 'done';
}

/**
 * How long n8n may take to begin publishing an address, or to try again what failed
 * (milliseconds): it does so after 8 seconds at most.
 */
const BEGINS_WITHIN_MS = 10_000;

/** n8n gives a publication 84 seconds, and then shows an error of its own (milliseconds). */
const LONGEST_PUBLICATION_MS = 60_000;

const PROGRESS_CHECK_MS = 50;

/**
 * Waits until the address is published, or n8n no longer tries: only then is the start known. At its start,
 * n8n doesn't always publish again what it has published.
 */
export async function publishingTried(
	nodeKey: string,
	activation: WorkflowActivateMode,
): Promise<void> {
	const isPublication = activation === 'activate' || activation === 'update';
	const waits = LONGEST_PUBLICATION_MS / PROGRESS_CHECK_MS;
	for (let wait = 0, waitedMs = 0; wait < waits && waitedMs < BEGINS_WITHIN_MS; wait++) {
		waitedMs += PROGRESS_CHECK_MS;
		const progress = progressByNode.get(nodeKey);
		if (progress === 'done' || (progress === undefined && !isPublication)) return;
		if (progress === 'underWay') waitedMs = 0;
		await sleep(PROGRESS_CHECK_MS);
	}
}
