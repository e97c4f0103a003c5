/* eslint-disable @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import { startTemporaryN8n, type TemporaryN8n } from '../../sandbox/host/temporaryN8n';
import { ALL, MAIN, type Installation } from '../../sandbox/install/installations';
import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../../emulator';

/** The two ways in which n8n publishes workflows. */
export const PUBLICATION_MODES: Array<[string, Record<string, string>]> = [
	['the default publication mode', {}],
	['the legacy publication mode', { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' }],
];

/** Set by `test/compat/jest.config.js`, which runs some of the tests on older versions as well. */
declare const n8nVersion: string | undefined;

/** The n8n that the tests run on. */
export function testedInstallation(): Installation {
	if (typeof n8nVersion === 'undefined') return MAIN;
	const found = ALL.find(({ versions }) => versions.n8n === n8nVersion);
	if (!found) throw new Error(`No n8n ${n8nVersion} is pinned`);
	return found;
}

/**
 * A real n8n that tests can stop, kill and restart; it keeps its address and data. Comes with the
 * service and a credential that connects the two.
 */
export type RestartableHost = Awaited<ReturnType<typeof createRestartableHost>>;

export async function createRestartableHost(
	env: Record<string, string>,
	limitPerWindow = 10_000,
	first = testedInstallation(),
) {
	const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow });
	const baseUrl = await emulator.listen();
	const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	let started: TemporaryN8n | undefined;
	const end = async () => {
		await started?.end();
		await emulator.stop();
	};
	try {
		started = await startTemporaryN8n(env, first);
		const { client: n8n, ...rest } = started;
		const data = { baseUrl, apiKey };
		const credential = await n8n().credentials.create(CREDENTIAL_TYPE, 'The service', data);
		/** `n8n` is the client of the n8n that is currently running. */
		return { ...rest, n8n, emulator, credential, baseUrl, apiKey, end };
	} catch (error) {
		await end();
		throw error;
	}
}

/** Runs work with a host of its own, so that tests can run side by side. */
export async function withHost(
	env: Record<string, string>,
	work: (host: RestartableHost) => Promise<void>,
): Promise<void> {
	const host = await createRestartableHost(env);
	try {
		await work(host);
	} finally {
		await host.end();
	}
}
