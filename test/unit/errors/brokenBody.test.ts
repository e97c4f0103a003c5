/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';

import { connect, RUNNING } from '../../../nodes/FormSubmissions/api/connection';
import { listForms } from '../../../nodes/FormSubmissions/api/forms';
import { executeContext } from '../../support/n8n';

const TYPE = { 'content-type': 'application/json' };

/** Ways in which a response can end too early. */
const BREAKS: Record<string, (response: ServerResponse) => void> = {
	'a body with a length': (response) => {
		response.writeHead(200, { ...TYPE, 'content-length': '1000' });
		response.write('{"ok":true,', () => response.destroy());
	},
	'a body in chunks': (response) => {
		response.writeHead(200, TYPE);
		response.write('{"ok":true,', () => response.destroy());
	},
	'a body that is reset': (response) => {
		response.writeHead(200, { ...TYPE, 'content-length': '1000' });
		response.write('{"ok":true,', () => response.socket?.resetAndDestroy());
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

describe('a response that breaks off, through n8n’s own request helper', () => {
	let server: Server;

	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	it.each(Object.entries(BREAKS))(
		'%s: is reported as such, without the key',
		async (_name, breakOff) => {
			server = createServer((_request, response) => breakOff(response));
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			const credential = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk_live_x' };
			const context = executeContext({ kind: 'formSubmissions', parameters: {}, credential });

			const connection = await connect(context, { ...RUNNING, maxAttempts: 1 });

			const error: unknown = await listForms(connection).catch((thrown: unknown) => thrown);

			expect(error).toMatchObject({
				message: expect.stringContaining('was lost'),
				context: { situation: 'bodyCutShort' },
			});
			const everything = inspect(error, { depth: 10, showHidden: true, getters: true });
			expect(everything).not.toContain(credential.apiKey);
		},
	);
});
