import { retryAfterMs } from '../../nodes/FormSubmissions/api/transport/headers';
import type { BodyKind } from '../../nodes/FormSubmissions/errors';

/** One response of the service. What it contains is only described, never printed. */
export type Reply = {
	status: number;
	/** Names are in lower case. */
	headers: Record<string, string>;
	/** The parsed body; undefined if it isn't JSON. */
	json: unknown;
	body: BodyKind;
	/** Unix milliseconds of this machine. */
	receivedAtMs: number;
	/** Whether it was requested with the key that is checked, rather than with a made-up one. */
	isOwnKey: boolean;
};

/** Sends `GET <path>` with a key. Throws if no response arrives. */
export type Send = (path: string, key: string) => Promise<Raw>;
export type Raw = { status: number; headers: Record<string, string>; body: string };

export type Time = { now: () => number; sleep: (ms: number) => Promise<void> };

export type Client = ReturnType<typeof createClient>;

/** A request is sent at most this often if the rate limit refuses it. */
const MAX_ATTEMPTS = 3;
const WINDOW_MS = 61_000;

/** Waits and tries again where the rate limit refuses a request: other workflows may use the key. */
export function createClient(send: Send, ownKey: string, { now, sleep }: Time) {
	const replies: Reply[] = [];
	return {
		/** Every response so far, in order, including refusals because of the rate limit. */
		replies,
		async get(path: string, key: string = ownKey): Promise<Reply> {
			for (let attempt = 1; ; attempt++) {
				const raw = await send(path, key);
				const reply = { ...read(raw), receivedAtMs: now(), isOwnKey: key === ownKey };
				replies.push(reply);
				if (reply.status !== 429 || attempt === MAX_ATTEMPTS) return reply;
				await sleep(Math.min(retryAfterMs(reply.headers, now()) ?? WINDOW_MS, WINDOW_MS));
			}
		},
	};
}

function read({ status, headers, body }: Raw): Omit<Reply, 'receivedAtMs' | 'isOwnKey'> {
	const text = body.trim();
	if (text === '') return { status, headers, json: undefined, body: 'empty' };
	try {
		return { status, headers, json: JSON.parse(text) as unknown, body: 'json' };
	} catch {
		return { status, headers, json: undefined, body: text.startsWith('<') ? 'html' : 'text' };
	}
}
