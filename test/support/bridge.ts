import type { Answer, EmulatorRequest, ResponseAnswer } from '../emulator';

/** What responds in place of the network: the emulator, or something in front of it. */
export type Answering = { handle: (request: EmulatorRequest) => Answer };

/** What arrives at the client, or the error code of a request that got no complete response. */
export type Arrival =
	| { lost: string; latencyMs?: undefined }
	| (Pick<ResponseAnswer, 'status' | 'headers' | 'body' | 'latencyMs' | 'fault'> & {
			lost?: undefined;
	  });

/**
 * Sends the request to the service and returns what arrives of its response. A body that was cut short
 * arrives as its first half, or as a broken connection.
 */
export function ask(
	service: Answering,
	request: EmulatorRequest,
	cutAs: 'half' | 'reset' = 'half',
): Arrival {
	const answer = service.handle({ ...request, headers: lowerCased(request.headers) });
	if (answer.kind === 'hang') return { lost: 'ETIMEDOUT' };
	if (answer.kind === 'reset') return { lost: answer.code ?? 'ECONNRESET' };
	if (answer.kind === 'cut' && cutAs === 'reset') return { lost: 'ECONNRESET' };
	if (answer.kind === 'response') return answer;
	const { status, headers, body } = answer;
	return { status, headers, body: body.slice(0, body.length / 2), fault: 'scripted' };
}

function lowerCased(headers: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
