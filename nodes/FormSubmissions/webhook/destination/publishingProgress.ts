import { sleep, type WorkflowActivateMode } from 'n8n-workflow';

import { Remembered } from '../../general/remembered';

/*
 * n8n registers a trigger's address and starts its listening side by side, and lets the one go on if the
 * other fails. So the listening waits here for what becomes of the registration.
 */

export type RegistrationStatus = 'underWay' | 'done' | 'failed';

/** Undefined until n8n has begun to register the trigger, and once n8n has ended its listening. */
const statuses = new Remembered<RegistrationStatus | undefined>(10_000);

export function noteRegistration(nodeKey: string, status: RegistrationStatus | undefined): void {
	statuses.set(nodeKey, status);
}

/** Whether the trigger may read and run: false while it is being registered, and if that failed. */
export function isRegistered(nodeKey: string): boolean {
	const status = statuses.get(nodeKey);
	return status === undefined || status === 'done';
}

/**
 * How long n8n may take to begin the registration of what is published, or to try one again that failed
 * (milliseconds): it does so after 8 seconds at most.
 */
const BEGINS_WITHIN_MS = 10_000;

/** n8n gives a publication 84 seconds, and then shows an error of its own (milliseconds). */
const MAX_WAIT_MS = 60_000;

const CHECK_MS = 50;

/**
 * Waits until the registration is done, or n8n no longer tries: only then is the start known. At its start,
 * n8n doesn't always register what has been registered.
 */
export async function registrationTried(
	nodeKey: string,
	activation: WorkflowActivateMode,
): Promise<void> {
	const isPublication = activation === 'activate' || activation === 'update';
	const waits = MAX_WAIT_MS / CHECK_MS;
	for (let wait = 0, waitedMs = 0; wait < waits && waitedMs < BEGINS_WITHIN_MS; wait++) {
		waitedMs += CHECK_MS;
		const status = statuses.get(nodeKey);
		if (status === 'done' || (status === undefined && !isPublication)) return;
		if (status === 'underWay') waitedMs = 0;
		await sleep(CHECK_MS);
	}
}
