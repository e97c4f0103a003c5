/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { connectToN8n, type CredentialRef, type N8nClient } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import { freePort } from '../../sandbox/host/freePort';
import { createN8nProcess, type N8nProcess } from '../../sandbox/host/n8nProcess';
import { createTemporaryFolder } from '../../sandbox/host/temporaryFolder';
import {
	createEmulator,
	READ_SCOPES,
	WRITE_SCOPE,
	type Emulator,
	type EmulatorOptions,
} from '../../emulator';
import { keepSubmissionIds } from './executionLog';
import { startPostgres, type Database } from './postgres';
import { startRedis } from './redis';
import { QUEUE_SETTINGS } from './settings';

/** A service and the credential with which an n8n instance calls it. */
export type Service = { emulator: Emulator; credential: CredentialRef };

/** One of the processes of an n8n instance in queue mode. */
type QueueProcess = N8nProcess & { name: string };

/** An n8n, its database, and services for it. */
export type Instance = {
	n8n: N8nClient;
	database: Database;
	addService: (options?: EmulatorOptions) => Promise<Service>;
};

/** An n8n in queue mode: a main process, two workers, and one webhook process. */
export type QueueWorld = Instance & {
	main: QueueProcess;
	workers: [QueueProcess, QueueProcess];
	webhook: QueueProcess;
	end: () => Promise<void>;
};

/** Starts a queue world for all tests of a file; `extra` returns further settings for all processes. */
export function useQueueWorld(extra: () => Record<string, string> = () => ({})): () => QueueWorld {
	let running: QueueWorld | undefined;
	beforeAll(async () => {
		running = await startQueueWorld(extra());
	});
	afterAll(async () => await running?.end());
	return () => {
		if (running === undefined) throw new Error('n8n was not started');
		return running;
	};
}

async function startQueueWorld(extra: Record<string, string>): Promise<QueueWorld> {
	const ends: Array<() => Promise<void>> = [];
	const end = async () => {
		const failures: unknown[] = [];
		// If one fails, the others must not be left running.
		for (const one of ends.splice(0).reverse()) {
			await one().catch((error: unknown) => failures.push(error));
		}
		if (failures.length > 0) throw new Error(failures.map(String).join('\n'));
	};
	try {
		return { ...(await build(ends, extra)), end };
	} catch (error) {
		await end();
		throw error;
	}
}

async function build(
	ends: Array<() => Promise<void>>,
	extra: Record<string, string>,
): Promise<Omit<QueueWorld, 'end'>> {
	const { path: folder, remove } = await createTemporaryFolder('form-submissions-queue-');
	ends.push(remove);
	const redis = await startRedis(folder);
	ends.push(redis.stop);
	const database = await startPostgres(folder);
	ends.push(database.stop);
	const env = {
		...QUEUE_SETTINGS,
		...redis.env,
		...database.env,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...extra,
	};
	const webhookPort = await freePort();
	const webhookUrl = `http://127.0.0.1:${webhookPort}/`;
	const make = async (name: string, command: 'start' | 'worker' | 'webhook', port?: number) => {
		const userFolder = join(folder, name);
		const made = await createN8nProcess({ command, userFolder, port, env, webhookUrl });
		ends.push(made.stop);
		return { ...made, name };
	};
	const main = await make('main', 'start');
	const workers: [QueueProcess, QueueProcess] = [
		await make('worker-1', 'worker'),
		await make('worker-2', 'worker'),
	];
	const webhook = await make('webhook', 'webhook', webhookPort);
	// The first process creates the tables.
	await main.start();
	await Promise.all([...workers, webhook].map(async (one) => await one.start()));

	return {
		...(await connect(main.url, database, ends)),
		main,
		workers,
		webhook,
	};
}

async function connect(
	url: string,
	database: Database,
	ends: Array<() => Promise<void>>,
): Promise<Instance> {
	const n8n = await connectToN8n(url);
	await keepSubmissionIds(database);
	return {
		n8n,
		database,
		async addService(options = {}) {
			const emulator = createEmulator({
				allowPrivateDestinations: true,
				limitPerWindow: 10_000,
				...options,
			});
			ends.push(emulator.stop);
			const baseUrl = await emulator.listen();
			const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
			const data = { baseUrl, apiKey };
			const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'The service', data);
			return { emulator, credential };
		},
	};
}
