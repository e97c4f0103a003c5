/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import type { IncomingHttpHeaders } from 'node:http';

import { startLocalServer } from './localServer';

/** A host of uploaded files, with all requests it has received. */
export type FileHost = Awaited<ReturnType<typeof startFileHost>>;

/** Serves these texts by their path; whoever has a link gets the file. */
export async function startFileHost(contents: Record<string, string>) {
	const requests: Array<{ url: string; headers: IncomingHttpHeaders }> = [];
	const server = await startLocalServer(({ url = '/', headers }, response) => {
		requests.push({ url, headers });
		const content = contents[url.split('?')[0] ?? ''];
		response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/pdf' });
		response.end(content ?? 'The link has expired');
	});
	return { ...server, requests };
}
