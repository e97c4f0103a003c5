/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { connectToN8n } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import { freePort } from '../../sandbox/host/freePort';
import { createN8nProcess } from '../../sandbox/host/n8nProcess';
import { createTemporaryFolder } from '../../sandbox/host/temporaryFolder';
import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../../emulator';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

/** Most differ from the defaults so that tests see in seconds what otherwise takes minutes. */
const QUEUE_SETTINGS = {
	EXECUTIONS_MODE: 'queue',
	/** Otherwise, the main process runs what a person starts in the editor. */
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	/** How long a worker may be silent before it loses its job (milliseconds). Default 60000. */
	QUEUE_WORKER_LOCK_DURATION: '15000',
	/** Default 10000. */
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	/** How often workers check for such executions (milliseconds). Default 30000. */
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	/** How often the main process checks for abandoned executions (minutes). Default 180. */
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	/** While its database responds slowly, n8n refuses all requests (milliseconds). Default 5000. */
	DB_PING_TIMEOUT_MS: '60000',
};

/** An n8n in queue mode: a main process, two workers, and one webhook process. */
export type QueueWorld = Awaited<ReturnType<typeof startQueueWorld>>;

/** A service and the credential with which n8n calls it. */
export type Service = Awaited<ReturnType<QueueWorld['addService']>>;

type Ends = Array<() => Promise<void>>;

/** Starts a queue world for all tests of a file. */
export function useQueueWorld(): () => QueueWorld {
	const ends: Ends = [];
	let running: QueueWorld | undefined;
	beforeAll(async () => {
		running = await startQueueWorld(ends);
	});
	afterAll(async () => {
		const failures: unknown[] = [];
		// If one fails, the others must not be left running.
		for (const end of ends.reverse()) {
			await end().catch((error: unknown) => failures.push(error));
		}
		expect(failures).toEqual([]);
	});
	return () => {
		if (running === undefined) throw new Error('n8n was not started');
		return running;
	};
}

async function startQueueWorld(ends: Ends) {
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
	};
	const webhookPort = await freePort();
	const webhookUrl = `http://127.0.0.1:${webhookPort}/`;
	const make = async (name: string, command: 'start' | 'worker' | 'webhook', port?: number) => {
		const userFolder = join(folder, name);
		const made = await createN8nProcess({ command, userFolder, port, env, webhookUrl });
		ends.push(made.stop);
		return made;
	};
	const main = await make('main', 'start');
	const workers = [await make('worker-1', 'worker'), await make('worker-2', 'worker')] as const;
	const webhook = await make('webhook', 'webhook', webhookPort);
	// The first process creates the tables.
	for (const one of [main, ...workers, webhook]) await one.start();
	const n8n = await connectToN8n(main.url);

	async function addService() {
		const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow: 10_000 });
		ends.push(emulator.stop);
		const baseUrl = await emulator.listen();
		const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		const data = { baseUrl, apiKey };
		const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'The service', data);
		return { emulator, credential };
	}

	return {
		n8n,
		database,
		main,
		workers,
		webhook,
		addService,
	};
}
