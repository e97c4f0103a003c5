/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';

import { connect, RUNNING } from '../../../nodes/FormSubmissions/api/connection';
import { listForms } from '../../../nodes/FormSubmissions/api/forms';
import { executeContext } from '../../support/n8n';

const API_KEY = 'sk_live_fedcba9876543210';
const TYPE = { 'content-type': 'application/json' };

/** Sends this to whoever sends anything. */
const sending = (text: string) =>
	createServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => socket.end(text));
	});

const answering = (answer: (response: ServerResponse) => void): Server =>
	createHttpServer((_request, response) => answer(response));

const claiming = (encoding: string, body: string) =>
	answering((response) => {
		response.writeHead(200, { ...TYPE, 'content-encoding': encoding });
		response.end(body);
	});

/** Servers that respond, but not with HTTP that can be read. */
const UNREADABLE: Record<string, () => Server> = {
	'another protocol': () => sending('SSH-2.0-OpenSSH_9.6\r\n'),
	'headers of 20 kB': () => sending(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n{}`),
	'text that claims to be gzip': () => claiming('gzip', '{"ok":true,"data":[]}'),
	'text that claims to be Brotli': () => claiming('br', '{"ok":true,"data":[]}'),
};

/** Ways in which a response can end too early. */
const BREAKS: Record<string, (response: ServerResponse) => void> = {
	'a body with a length': (response) => {
		response.writeHead(200, { ...TYPE, 'content-length': '1000' });
		response.write('{"ok":true,', () => response.destroy());
	},
	'a body without a length': (response) => {
		response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"ok":true,"da');
	},
	'a compressed body': (response) => {
		response.writeHead(200, { ...TYPE, 'content-encoding': 'gzip' });
		response.end(gzipSync('{"ok":true,"data":[1,2,3,4,5,6]}').subarray(0, 20));
	},
	'a connection without an answer': (response) => response.destroy(),
};

describe('a server that was reached, through n8n’s own request helper', () => {
	let server: Server;

	afterEach(() => {
		server.close();
	});

	/** The error of a request to a server on this machine. */
	const errorOf = async (scheme: 'http' | 'https', started: Server) => {
		server = started;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const credential = { baseUrl: `${scheme}://127.0.0.1:${port}`, apiKey: API_KEY };
		const context = executeContext({ kind: 'formSubmissions', parameters: {}, credential });
		const connection = await connect(context, { ...RUNNING, maxAttempts: 1 });
		return await listForms(connection).catch((thrown: unknown) => thrown);
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

		expect(error).toMatchObject({ context: { situation } });
		const shown = inspect(error, { depth: 10, showHidden: true, getters: true });
		expect(shown).toMatch(words);
		expect(shown).not.toContain(API_KEY);
	});

	it.each([
		['answers in plain http', () => answering((response) => response.end('{}'))],
		['hangs up on https', () => createServer((socket) => socket.once('data', () => socket.end()))],
	])('over https and %s has no secure connection', async (_name, start) => {
		expect(await errorOf('https', start())).toMatchObject({
			context: { situation: 'notHttps' },
		});
	});

	it('over http although it expects https has the scheme questioned', async () => {
		expect(await errorOf('http', createTlsServer())).toMatchObject({
			description: expect.stringMatching(/http or https and the port/),
			context: { situation: 'bodyCutShort' },
		});
	});
});
