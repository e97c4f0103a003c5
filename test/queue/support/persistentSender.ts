import { sleep } from '../../../sandbox/host/waitFor';
import type { Destination, Emulator, Submission } from '../../../emulator';

/** How a service sent submissions that insists on an answer with 2xx for each of them. */
export type Sending = {
	/** Ids of the submissions that were answered 2xx. */
	accepted: string[];
	/** How many attempts got what else: a status, or no answer at all. */
	refusals: Record<string, number>;
	tookMs: number;
};

export type SendingOptions = {
	atOnce: number;
	/** Called with the id of each submission as it is accepted. */
	onAccepted?: (id: string) => void;
	/** Ends the sending where it is. */
	signal?: AbortSignal;
};

const GIVES_UP_AFTER_MS = 120_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Delivers submissions as a service does that repeats, signed anew, what was not answered 2xx or
 * broke off. The specification promises no such repetitions; without them a restart of whatever
 * listens loses deliveries, and it could not be told what n8n itself loses.
 */
export async function sendPersistently(
	emulator: Emulator,
	destination: Destination,
	submissions: Submission[],
	{ atOnce, onAccepted, signal }: SendingOptions,
): Promise<Sending> {
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
			return 'no answer';
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
	return { accepted, refusals, tookMs: performance.now() - startedMs };
}
