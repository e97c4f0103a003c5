import { startLocalServer } from './localServer';

/** A website that is not the service, with all requests it has received. */
export type WebSite = Awaited<ReturnType<typeof startWebSite>>;

/** Responds with a web page; below `/moved`, it redirects visitors to `target`. */
export async function startWebSite(target?: string) {
	const requests: Array<{ path: string }> = [];
	const server = await startLocalServer(({ url: path = '/' }, response) => {
		requests.push({ path });
		if (target !== undefined && path.startsWith('/moved')) {
			response.writeHead(302, { location: `${target}${path}` }).end();
			return;
		}
		response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome');
	});
	return { ...server, requests };
}
