/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { createTemporaryFolder } from '../host/temporaryFolder';
import { makeCertificates } from './certificates';

export type SiteRequest = {
	method: string;
	path: string;
	query: URLSearchParams;
	authorization?: string;
	body: string;
	/** The body as sent, for files. */
	bytes: Buffer;
};
export type SiteAnswer = { status: number; body: unknown; headers?: Record<string, string> };
/** A stand-in for someone else's service; it responds with JSON. */
export type Site = (request: SiteRequest) => SiteAnswer;

/** Some hosts of the internet, imitated on this machine. */
export type Internet = Awaited<ReturnType<typeof startInternet>>;

/**
 * n8n's nodes call fixed hosts over HTTPS. A proxy directs those calls to a server here, whose
 * certificate n8n is told to trust.
 */
export async function startInternet(sites: Record<string, Site>) {
	const folder = await createTemporaryFolder('form-submissions-internet-');
	const { authorityFile, key, cert } = await makeCertificates(folder.path, Object.keys(sites));
	const tls = createTlsServer({ key, cert }, (incoming, outgoing) => {
		const { host = '', authorization } = incoming.headers;
		const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', `https://${host}`);
		void buffer(incoming).then((bytes) => {
			const method = incoming.method ?? 'GET';
			const body = bytes.toString('utf8');
			const site = sites[host.replace(/:443$/, '')];
			const answer = site?.({ method, path, query, authorization, body, bytes });
			const headers = { 'content-type': 'application/json', ...answer?.headers };
			outgoing.writeHead(answer?.status ?? 404, headers);
			outgoing.end(JSON.stringify(answer?.body ?? { error: `There is no host ${host}` }));
		});
	});
	const tlsPort = await listen(tls);
	const tunnels = new Set<Socket>();
	const proxy = createServer((_incoming, outgoing) => outgoing.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, client: Socket) => {
		if (!(url.replace(/:443$/, '') in sites)) {
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const onward = connect(tlsPort, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			client.pipe(onward).pipe(client);
		});
		for (const socket of [client, onward]) {
			tunnels.add(socket);
			socket.on('close', () => tunnels.delete(socket));
			socket.on('error', () => socket.destroy());
		}
	});
	const proxyPort = await listen(proxy);
	return {
		/** With this environment, an n8n instance calls them by name over HTTPS and reaches no other host. */
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authorityFile,
		},
		async stop(): Promise<void> {
			for (const socket of tunnels) socket.destroy();
			await Promise.all([close(proxy), close(tls)]);
			await folder.remove();
		},
	};
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
	await new Promise((resolve) => {
		server.close(resolve);
	});
}
