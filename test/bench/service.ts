/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { EmulatorOptions } from '../emulator';

/** How the emulator is set up for one measurement. */
export type ServiceSetup = {
	options: EmulatorOptions;
	submissions: number;
	/** Whether submissions have a single short field, so that a million of them fit in memory. */
	areSmall?: boolean;
	/** Milliseconds added to every response, besides the work for it. */
	latencyMs: number;
};

export type BenchService = Awaited<ReturnType<typeof startService>>;

/** Starts the emulator in its own process, so that its CPU time and memory are not counted. */
export async function startService(setup: ServiceSetup) {
	const child = fork(join(__dirname, 'serviceProcess.ts'), {
		execArgv: ['--import', 'tsx'],
		serialization: 'advanced',
	});
	const ask = async <Answer>(message: unknown): Promise<Answer> =>
		await new Promise((resolve, reject) => {
			child.once('message', (answer) => resolve(answer as Answer));
			child.once('exit', (code) => reject(new Error(`The emulator ended with code ${code}`)));
			child.send(message as object);
		});
	const started = await ask<{ url: string; apiKey: string; formId: string }>({ start: setup });
	return {
		...started,
		/** Another API key of the same workspace, with a rate limit of its own. */
		addKey: async () => await ask<string>({ addKey: true }),
		/** What has been counted since the last call. */
		stats: async () => await ask<{ requests: number; tooManyRequests: number }>({ stats: true }),
		async stop(): Promise<void> {
			const ended = new Promise((resolve) => child.once('exit', resolve));
			child.disconnect();
			await ended;
		},
	};
}
