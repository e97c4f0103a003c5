import { createRestartableHost } from './restartableHost';

/** A real n8n with the package, the service, and a credential that connects the two. */
export type Host = Awaited<ReturnType<typeof startHost>>;

/** Starts a host that runs from the first test to the last. */
export async function startHost(env: Record<string, string>) {
	const { n8n, server, end, ...host } = await createRestartableHost(env);
	return { ...host, n8n: n8n(), server: server(), stop: end };
}
