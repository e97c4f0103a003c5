/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';

import { freePort } from '../host/freePort';
import { createTemporaryFolder } from '../host/temporaryFolder';

type NodeLoader = { _load(name: string, from: NodeModule): typeof import('mockttp') };

/**
 * mockttp as Node.js itself loads it: some of what it needs are ES modules, which Jest's `require` can't load before
 * Node.js 24.9.
 */
const { generateCACertificate, getLocal } = (Module as unknown as NodeLoader)._load(
	'mockttp',
	module,
);

type SiteRequest = { method: string; path: string; body: string };
type SiteAnswer = { status: number; body: unknown; headers?: Record<string, string> };
/** A stand-in for someone else's service; it responds with JSON. */
export type Site = (request: SiteRequest) => SiteAnswer;

/** Some hosts of the internet, imitated on this machine. */
export type Internet = Awaited<ReturnType<typeof startInternet>>;

/**
 * n8n's nodes call fixed hosts over HTTPS. A proxy answers those calls, with certificates of an authority
 * that n8n is told to trust.
 */
export async function startInternet(sites: Record<string, Site>) {
	const folder = await createTemporaryFolder('form-submissions-internet-');
	const authority = await generateCACertificate();
	const authorityFile = join(folder.path, 'authority.pem');
	writeFileSync(authorityFile, authority.cert);
	const proxy = getLocal({ https: authority });
	await proxy.start(await freePort());
	for (const [host, site] of Object.entries(sites)) {
		const requests = proxy.forAnyRequest().forHost(host);
		await requests.thenCallback(async ({ method, url, body: { buffer } }) => {
			const { pathname: path } = new URL(url);
			const { status, headers, body: json } = site({ method, path, body: buffer.toString('utf8') });
			return {
				statusCode: status,
				headers: { 'content-type': 'application/json', ...headers },
				body: JSON.stringify(json),
			};
		});
	}
	await proxy.forUnmatchedRequest().thenCloseConnection();
	return {
		/** With this environment, an n8n instance calls them by name over HTTPS and reaches no other host. */
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authorityFile,
		},
		async stop(): Promise<void> {
			await proxy.stop();
			await folder.remove();
		},
	};
}
