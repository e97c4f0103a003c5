/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
	connect,
	RUNNING,
	type ApiContext,
	type Occasion,
} from '../../../../nodes/FormSubmissions/api/connection';
import { listForms } from '../../../../nodes/FormSubmissions/api/forms';
import { settle } from '../../../support/fakeClock';
import { executeContext, hookContext, loadOptionsContext, pollContext } from '../../../support/n8n';

const LIMIT_MS = 200;
const BETWEEN_BYTES_MS = 50;

describe('a response whose body drips, through n8n’s own request helper', () => {
	let server: Server;
	let requests: number;
	/** Settles when the client has closed its connection. */
	let closed: Promise<void>;

	/** Headers at once, then a byte every 50 ms, for as long as somebody listens. */
	function drip(response: ServerResponse) {
		requests++;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.write('{');
		const timer = setInterval(() => response.write(' '), BETWEEN_BYTES_MS);
		closed = new Promise((resolve) =>
			response.on('close', () => {
				clearInterval(timer);
				resolve();
			}),
		);
	}

	beforeEach(async () => {
		requests = 0;
		server = createServer((_request, response) => drip(response));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});

	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	const setup = () => {
		const { port } = server.address() as AddressInfo;
		const credential = { baseUrl: `http://127.0.0.1:${port}`, apiKey: `sk_live_${port}` };
		return { kind: 'formSubmissions' as const, parameters: {}, credential };
	};

	const once: Occasion = { ...RUNNING, maxAttempts: 1, timeoutMs: LIMIT_MS };

	const ask = async (context: ApiContext, occasion = once) =>
		await listForms(await connect(context, occasion));

	it.each<[string, () => ApiContext]>([
		['an execution', () => stoppable(new AbortController())],
		['a poll', () => pollContext(setup())],
		['a publication', () => hookContext(setup())],
		['a list in the editor', () => loadOptionsContext(setup())],
	])('is given up at the limit in %s, and so is its connection', async (_where, contextOf) => {
		await expect(ask(contextOf())).rejects.toMatchObject({
			context: { situation: 'noResponseInTime' },
		});
		// Without a limit, the drip would never end.
		await closed;
	});

	it('is given up at once when a person stops the execution', async () => {
		const stop = new AbortController();
		const work = ask(stoppable(stop), { ...once, timeoutMs: 60_000 });
		while (requests === 0) await settle();

		stop.abort();

		await expect(work).rejects.toThrow('was stopped');
		await closed;
	});

	const stoppable = (stop: AbortController) => executeContext(setup(), [{}], stop.signal);
});
