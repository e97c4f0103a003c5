/* eslint-disable @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { createEmulator } from '../../emulator';
import { connectToN8n } from '../../sandbox/client/n8nClient';
import { freePort } from '../../sandbox/host/freePort';
import { startN8n } from '../../sandbox/host/n8nServer';
import { createTemporaryFolder } from '../../sandbox/host/temporaryFolder';
import { startInternet } from '../../sandbox/standIns/internet';
import { startRegistry } from './registry';
import { testedInstallation } from './restartableHost';

/** Where n8n and npm look for packages; n8n accepts another address only with a license. */
const NPM = 'https://registry.npmjs.org';

/**
 * A real n8n without the package, the service, and npm's registry, which contains only what a test
 * publishes.
 */
export type EmptyHost = Awaited<ReturnType<typeof startEmptyHost>>;

export async function startEmptyHost() {
	const ends: Array<() => Promise<void>> = [];
	const end = async () => {
		for (const stop of ends.reverse()) await stop();
	};
	try {
		const registry = await startRegistry(NPM);
		ends.push(registry.stop);
		const internet = await startInternet({ [new URL(NPM).host]: registry.url });
		ends.push(internet.stop);
		const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow: 10_000 });
		const baseUrl = await emulator.listen();
		ends.push(emulator.stop);
		const folder = await createTemporaryFolder('form-submissions-n8n-');
		ends.push(folder.remove);
		const setup = {
			userFolder: folder.path,
			port: await freePort(),
			installation: testedInstallation(),
			env: {
				...internet.env,
				N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
				N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
				N8N_VERIFIED_PACKAGES_ENABLED: 'false',
				// The machine's own settings of npm don't count.
				npm_config_registry: NPM,
				npm_config_userconfig: `${folder.path}/npmrc`,
				npm_config_cache: `${folder.path}/npm`,
			},
		};
		let server = await startN8n(setup);
		ends.push(async () => await server.stop());
		let n8n = await connectToN8n(server.url);
		return {
			registry,
			emulator,
			baseUrl,
			url: server.url,
			n8n: () => n8n,
			async restart(): Promise<void> {
				await server.stop();
				server = await startN8n(setup);
				n8n = await connectToN8n(server.url);
			},
			end,
		};
	} catch (error) {
		await end();
		throw error;
	}
}
