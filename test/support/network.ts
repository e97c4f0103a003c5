import nock from 'nock';

import type { Answer, Emulator } from '../../emulator';
import { BASE_URL } from './baseUrl';

export { BASE_URL };

// Loading nock switches it on; `connectNetwork` does that where it is wanted.
nock.restore();

type Reply = [number, string, Record<string, string>];

/**
 * Puts the emulator in the place of the network: every request to `BASE_URL` is answered by it,
 * and a request to anywhere else is refused.
 */
export function connectNetwork(emulator: Emulator, baseUrl = BASE_URL): void {
	if (!nock.isActive()) nock.activate();
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
	const answer = function (
		this: nock.ReplyFnContext,
		uri: string,
		body: nock.Body,
		callback: (error: NodeJS.ErrnoException | null, reply: Reply) => void,
	) {
		const headers = Object.fromEntries(
			Object.entries(this.req.headers).map(([name, value]) => [name, String(value)]),
		);
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const { method } = this.req as unknown as { method: string };
		reply(emulator.handle({ method, url: uri, headers, body: text }), callback);
	};
	const scope = nock(baseUrl).persist();
	scope.get(/.*/).reply(answer);
	scope.post(/.*/).reply(answer);
}

function reply(
	answer: Answer,
	callback: (error: NodeJS.ErrnoException | null, reply: Reply) => void,
): void {
	if (answer.kind === 'response') {
		callback(null, [answer.status, answer.body, answer.headers]);
	} else if (answer.kind === 'cut') {
		callback(null, [answer.status, answer.body.slice(0, answer.body.length / 2), answer.headers]);
	} else {
		// A hang shows as n8n's time-out, without the thirty seconds.
		const code = answer.kind === 'hang' ? 'ETIMEDOUT' : 'ECONNRESET';
		callback(Object.assign(new Error(`connection: ${code}`), { code }), [0, '', {}]);
	}
}

export function disconnectNetwork(): void {
	nock.cleanAll();
	nock.enableNetConnect();
	// Node's own modules outlive a test file: what is left in them would meet the next one's requests.
	nock.restore();
	// The next test file of this worker loads nock anew; two of them would both take its requests.
	nock.restore();
}
