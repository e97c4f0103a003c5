import type { Answer, EmulatorRequest } from '../../emulator';

/**
 * Whoever answers in place of the network: the emulator, or something that stands before it. The one
 * bridge to it has two ends: `network.ts` replaces the sockets below n8n's request helper, for what
 * that helper does; `edge.ts` replaces the helper, for what has to obey a clock or to be fast.
 */
export type Answering = { handle: (request: EmulatorRequest) => Answer };

/** What a request fails with that never got a whole answer. */
export type Lost = 'ECONNRESET' | 'ETIMEDOUT';

/** A body cut short reaches a node as its first half, or as a broken connection. */
export type CutAs = 'half' | 'reset';

/** What arrives at the client. */
export type Arrival =
	| { lost: Lost }
	| { lost?: undefined; status: number; headers: Record<string, string>; body: string };

/** Asks the service and returns what arrives of its answer. */
export function ask(service: Answering, request: EmulatorRequest, cutAs: CutAs = 'half'): Arrival {
	const answer = service.handle({ ...request, headers: lowerCased(request.headers) });
	if (answer.kind === 'hang') return { lost: 'ETIMEDOUT' };
	if (answer.kind === 'reset' || (answer.kind === 'cut' && cutAs === 'reset')) {
		return { lost: 'ECONNRESET' };
	}
	const { kind, status, headers, body } = answer;
	return { status, headers, body: kind === 'cut' ? body.slice(0, body.length / 2) : body };
}

function lowerCased(headers: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
