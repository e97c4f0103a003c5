/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { EmulatorOptions } from '../emulator';

/** What the emulator is to be for one measurement. */
export type ServiceSetup = {
	options: EmulatorOptions;
	submissions: number;
	/** Submissions of a single short field, so that a million of them fit into memory. */
	areSmall?: boolean;
	/** Milliseconds that every answer takes, besides the work for it. */
	latencyMs: number;
	/** Every so manieth answer is a 503 instead. */
	unavailableEvery?: number;
};

export type ServiceStats = { requests: number; tooManyRequests: number };

export type BenchService = {
	url: string;
	apiKey: string;
	formId: string;
	/** Since the last call. */
	stats: () => Promise<ServiceStats>;
	stop: () => Promise<void>;
};

type Started = { url: string; apiKey: string; formId: string };

/** Starts the emulator in a process of its own, so that its CPU time and memory are not counted. */
export async function startService(setup: ServiceSetup): Promise<BenchService> {
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
	const started = await ask<Started>({ start: setup });
	return {
		...started,
		stats: async () => await ask<ServiceStats>({ stats: true }),
		async stop() {
			const ended = new Promise((resolve) => child.once('exit', resolve));
			child.disconnect();
			await ended;
		},
	};
}
