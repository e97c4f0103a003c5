import nock from 'nock';

import { BASE_URL } from './baseUrl';
import { ask, type Answering } from './bridge';

export { BASE_URL };

// Loading nock activates it; `connectNetwork` does that for tests that need it.
nock.restore();

type Reply = [number, string, Record<string, string>];

/**
 * Replaces the network with the emulator, which responds to every request to `BASE_URL`; any other
 * request is refused. A hang becomes n8n's timeout at once.
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
	// Node's own modules outlive a test file. What nock leaves in them would intercept the requests of
	// this worker's next file, which loads nock again.
	nock.restore();
}
