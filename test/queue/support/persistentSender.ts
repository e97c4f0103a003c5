import { sleep } from '../../sandbox/host/waitFor';
import type { Destination, Emulator, Submission } from '../../emulator';

/** The outcome of sending as a service that insists on a 2xx for each submission. */
export type Sending = Awaited<ReturnType<typeof sendPersistently>>;

type SendingOptions = {
	atOnce: number;
	/** Called with the ID of each submission when it is accepted. */
	onAccepted?: (id: string) => void;
	/** Stops sending. */
	signal?: AbortSignal;
};

const GIVES_UP_AFTER_MS = 600_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Delivers submissions like a service that repeats, with a new signature, whatever got no 2xx. The
 * specification promises no such repetition; without it, a restart of the receiver loses
 * deliveries, and what n8n itself loses couldn't be determined.
 */
export async function sendPersistently(
	emulator: Emulator,
	destination: Destination,
	submissions: Submission[],
	{ atOnce, onAccepted, signal }: SendingOptions,
) {
	const startedMs = performance.now();
	const accepted: string[] = [];
	const refusals: Record<string, number> = {};
	const left = [...submissions].reverse();
	const isStopped = () => signal?.aborted === true;

	async function attempt(submission: Submission): Promise<string> {
		try {
			const { status } = await emulator.deliver(emulator.buildDelivery(submission, destination));
			return status >= 200 && status < 300 ? 'accepted' : String(status);
		} catch {
			return 'no response';
		}
	}

	async function insist(submission: Submission): Promise<void> {
		const deadline = Date.now() + GIVES_UP_AFTER_MS;
		for (let pauseMs = 200; Date.now() < deadline && !isStopped(); pauseMs *= 2) {
			const outcome = await attempt(submission);
			if (outcome === 'accepted') {
				accepted.push(submission.id);
				onAccepted?.(submission.id);
				return;
			}
			refusals[outcome] = (refusals[outcome] ?? 0) + 1;
			await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS));
		}
	}

	const sender = async () => {
		for (let next = left.pop(); next && !isStopped(); next = left.pop()) await insist(next);
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	return {
		/** IDs of the submissions that got a 2xx. */
		accepted,
		/** How many attempts got something else: by status, or no response at all. */
		refusals,
		tookMs: performance.now() - startedMs,
	};
}
