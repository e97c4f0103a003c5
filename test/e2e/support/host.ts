import type { N8nClient } from '../../../sandbox/client/n8nClient';
import type { N8nServer } from '../../../sandbox/host/n8nServer';
import type { Installation } from '../../../sandbox/install/installations';
import { createRestartableHost, type RestartableHost } from './restartableHost';

/** A real n8n with the package, the service, and a credential that connects the two. */
export type Host = Pick<
	RestartableHost,
	'emulator' | 'baseUrl' | 'apiKey' | 'credential' | 'exportFolder'
> & {
	n8n: N8nClient;
	server: N8nServer;
	stop: () => Promise<void>;
};

/** Starts a host that runs from the first test to the last. */
export async function startHost(
	env: Record<string, string>,
	installation?: Installation,
): Promise<Host> {
	const { n8n, server, end, ...host } = await createRestartableHost(env, 10_000, installation);
	return { ...host, n8n: n8n(), server: server(), stop: end };
}
