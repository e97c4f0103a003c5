import nock from 'nock';

import { BASE_URL } from './baseUrl';
import { ask, type Answering } from './bridge';

export { BASE_URL };

// Loading nock switches it on; `connectNetwork` does that where it is wanted.
nock.restore();

type Reply = [number, string, Record<string, string>];

/**
 * Puts the emulator in the place of the network: every request to `BASE_URL` is answered by it,
 * and a request to anywhere else is refused. A hang shows as n8n's time-out, without its seconds.
 */
export function connectNetwork(service: Answering, baseUrl = BASE_URL): void {
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
	const answer = function (
		this: nock.ReplyFnContext,
		url: string,
		body: nock.Body,
		callback: (error: NodeJS.ErrnoException | null, reply: Reply) => void,
	) {
		const { method, headers } = this.req as unknown as Sent;
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const arrival = ask(service, { method, url, headers, body: text });
		if (arrival.lost === undefined) {
			callback(null, [arrival.status, arrival.body, arrival.headers]);
		} else {
			const { lost: code } = arrival;
			callback(Object.assign(new Error(`connection: ${code}`), { code }), [0, '', {}]);
		}
	};
	const scope = nock(baseUrl).persist();
	scope.get(/.*/).reply(answer);
	scope.post(/.*/).reply(answer);
}

type Sent = { method: string; headers: Record<string, string> };

export function disconnectNetwork(): void {
	nock.cleanAll();
	nock.enableNetConnect();
	// Node's own modules outlive a test file. What is left in them would meet the requests of the
	// next one of this worker, which loads nock anew.
	nock.restore();
}
