/* eslint-disable @n8n/community-nodes/require-node-api-error -- not part of the published package */
import type { N8nClient } from '../../sandbox/client/n8nClient';
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
export type Host = Awaited<ReturnType<typeof startHost>>;

export async function startHost(
	env: Record<string, string> = {},
	installation = testedInstallation(),
) {
	const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow: 10_000 });
	const baseUrl = await emulator.listen();
	const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	let started: TemporaryN8n | undefined;
	const end = async () => {
		await started?.end();
		await emulator.stop();
	};
	try {
		const running = await startTemporaryN8n(env, installation);
		started = running;
		const data = { baseUrl, apiKey };
		const credential = await running
			.client()
			.credentials.create(CREDENTIAL_TYPE, 'The service', data);
		return {
			...running,
			/** The client of the n8n that is currently running. */
			get n8n(): N8nClient {
				return running.client();
			},
			...{ emulator, credential, baseUrl, apiKey, end },
		};
	} catch (error) {
		await end();
		throw error;
	}
}

/** Starts a host for all tests of a file or `describe`; `env` may depend on what was started before. */
export function useHost(
	env: () => Record<string, string> = () => ({}),
	installation?: Installation,
): () => Host {
	let host: Host | undefined;
	beforeAll(async () => {
		host = await startHost(env(), installation);
	});
	afterAll(async () => await host?.end());
	return () => {
		if (host === undefined) throw new Error('n8n was not started');
		return host;
	};
}

/** Runs work with a host of its own, so that tests can run side by side. */
export async function withHost(
	env: Record<string, string>,
	work: (host: Host) => Promise<void>,
): Promise<void> {
	const host = await startHost(env);
	try {
		await work(host);
	} finally {
		await host.end();
	}
}
