/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';

import nock from 'nock';

import { connect, type ApiContext } from '../../../../nodes/FormSubmissions/api/connection';
import { RUNNING } from '../../../../nodes/FormSubmissions/api/timeLimits';
import { listForms } from '../../../../nodes/FormSubmissions/api/forms';
import { listPage } from '../../../../nodes/FormSubmissions/api/submissions';
import { createEmulator, type Emulator } from '../../../emulator';
import { settle } from '../../../support/fakeClock';
import { executeContext, loadOptionsContext, triggerContext } from '../../../support/n8n';

// In other tests, there is no network below n8n's request helper; these show what it makes of real connections.
beforeEach(() => nock.restore());
afterEach(() => nock.activate());

const API_KEY = 'sk_live_fedcba9876543210';
const JSON_TYPE = { 'content-type': 'application/json' };

let server: Server | undefined;
let sockets: Socket[];

beforeEach(() => {
	sockets = [];
});

afterEach(() => {
	for (const socket of sockets) socket.destroy();
	server?.close();
	server = undefined;
});

/** Starts the server; returns its host and port. */
async function listening(started: Server): Promise<string> {
	server = started.on('connection', (socket) => sockets.push(socket));
	await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
	return `127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const answering = (answer: (response: ServerResponse) => void): Server =>
	createHttpServer((_request, response) => answer(response));

/** A node whose credential has this base URL. */
const setup = (baseUrl: string, apiKey = API_KEY) => {
	const credential = { baseUrl, apiKey };
	return { kind: 'formSubmissions' as const, parameters: {}, credential };
};

const ask = async (context: ApiContext, timeoutMs = RUNNING.timeoutMs) =>
	await listForms(await connect(context, { ...RUNNING, maxAttempts: 1, timeoutMs }));

describe('the service', () => {
	let emulator: Emulator;
	let elsewhere: Emulator;

	beforeEach(() => {
		[emulator, elsewhere] = [createEmulator(), createEmulator()];
	});

	afterEach(async () => {
		await Promise.all([emulator.stop(), elsewhere.stop()]);
	});

	it('gets a cursor as it was sent, whatever it contains', async () => {
		const context = executeContext(setup(await emulator.listen(), emulator.addKey()));
		const connection = await connect(context);
		emulator.failNext({ body: '{"ok":true,"data":[],"pagination":{"hasMore":false}}' });

		await listPage(connection, { statuses: ['new', 'spam'] }, { limit: 5, cursor: '\u200bb+/=& ' });

		expect(emulator.requests.map(({ query }) => query)).toEqual([
			{ status: 'new,spam', limit: '5', cursor: '\u200bb+/=& ' },
		]);
	});

	it.each([302, 308])(
		'is not left for where it redirects to with %i; the error says where, without the query',
		async (status) => {
			const other = await elsewhere.listen();
			const headers = { location: `${other}/v1/forms?token=abc#part` };
			emulator.failNext({ status, headers });

			const work = ask(executeContext(setup(await emulator.listen(), emulator.addKey())));

			await expect(work).rejects.toThrow(`(${other}/v1/forms)`);
			await expect(work).rejects.not.toThrow(/token|abc|part/);
			expect(elsewhere.requests).toHaveLength(0);
			expect(emulator.requests).toHaveLength(1);
		},
	);
});

describe('a response whose body drips', () => {
	let requests: number;
	/** Settles when the client has closed its connection. */
	let closed: Promise<void>;
	let baseUrl: string;

	/** Headers at once, then a byte every 50 ms, for as long as somebody listens. */
	function drip(response: ServerResponse) {
		requests++;
		response.writeHead(200, JSON_TYPE);
		response.write('{');
		const timer = setInterval(() => response.write(' '), 50);
		closed = new Promise((resolve) =>
			response.on('close', () => {
				clearInterval(timer);
				resolve();
			}),
		);
	}

	beforeEach(async () => {
		requests = 0;
		baseUrl = `http://${await listening(answering(drip))}`;
	});

	const functions = { emit: () => {}, saveFailedExecution: () => {} };
	const stoppable = (stop: AbortController) => executeContext(setup(baseUrl), [{}], stop.signal);

	it.each<[string, () => ApiContext]>([
		['an execution', () => stoppable(new AbortController())],
		['a trigger', () => triggerContext(setup(baseUrl), functions)],
		['a list in the editor', () => loadOptionsContext(setup(baseUrl))],
	])('is given up at the limit in %s, and so is its connection', async (_where, contextOf) => {
		await expect(ask(contextOf(), 200)).rejects.toMatchObject({
			situation: 'noResponseInTime',
		});
		// Without a limit, the drip would never end.
		await closed;
	});

	it('is given up at once when a person stops the execution', async () => {
		const stop = new AbortController();
		const work = ask(stoppable(stop), 60_000);
		while (requests === 0) await settle();

		stop.abort();

		await expect(work).rejects.toThrow('was stopped');
		await closed;
	});
});

/** Sends this to whoever sends anything. */
const sending = (text: string) =>
	createServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => socket.end(text));
	});

const claiming = (encoding: string) =>
	answering((response) => {
		response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding });
		response.end('{"ok":true,"data":[]}');
	});

/** Servers that respond, but not with HTTP that can be read. */
const UNREADABLE: Record<string, () => Server> = {
	'another protocol': () => sending('SSH-2.0-OpenSSH_9.6\r\n'),
	'headers of 20 kB': () => sending(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n{}`),
	'text that claims to be gzip': () => claiming('gzip'),
	'text that claims to be Brotli': () => claiming('br'),
};

/** Ways in which a response can end too early. */
const BREAKS: Record<string, (response: ServerResponse) => void> = {
	'a body with a length': (response) => {
		response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
		response.write('{"ok":true,', () => response.destroy());
	},
	'a body without a length': (response) => {
		response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"ok":true,"da');
	},
	'a compressed body': (response) => {
		response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
		response.end(gzipSync('{"ok":true,"data":[1,2,3,4,5,6]}').subarray(0, 20));
	},
	'a connection without an answer': (response) => response.destroy(),
};

describe('a server that was reached', () => {
	/** The error of a request to a server on this machine. */
	const errorOf = async (scheme: 'http' | 'https', started: Server) => {
		const context = executeContext(setup(`${scheme}://${await listening(started)}`));
		return await ask(context).catch((thrown: unknown) => thrown);
	};

	it.each([
		...Object.entries(UNREADABLE).map(([name, start]) => ({
			what: `sends ${name}`,
			start,
			situation: 'unreadableResponse',
			words: /\(http:\/\/127\.0\.0\.1:\d+\), including its port/,
		})),
		...Object.entries(BREAKS).map(([name, breakOff]) => ({
			what: `breaks off ${name}`,
			start: () => answering(breakOff),
			situation: 'bodyCutShort',
			words: /was lost/,
		})),
	])('and $what is not reported as out of reach', async ({ start, situation, words }) => {
		const error = await errorOf('http', start());

		expect(error).toMatchObject({ situation });
		const shown = inspect(error, { depth: 10, showHidden: true, getters: true });
		expect(shown).toMatch(words);
		expect(shown).not.toContain(API_KEY);
	});

	it.each([
		['answers in plain http', () => answering((response) => response.end('{}'))],
		['hangs up on https', () => createServer((socket) => socket.once('data', () => socket.end()))],
	])('over https and %s has no secure connection', async (_name, start) => {
		expect(await errorOf('https', start())).toMatchObject({
			situation: 'notHttps',
		});
	});

	it('over http although it expects https has the scheme questioned', async () => {
		expect(await errorOf('http', createTlsServer())).toMatchObject({
			description: expect.stringMatching(/http or https and the port/),
			situation: 'bodyCutShort',
		});
	});
});
