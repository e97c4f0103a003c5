/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { runAction } from '../support/n8n';
import type { Figure } from './figure';

const ROUNDS = 5;

type Service = { baseUrl: string; apiKey: string; formId: string };

type Run = typeof runAction;

/** What lists cost, compared with each other, and with those of another checkout, if its folder is given. */
export async function measureLists(other?: string): Promise<Figure[]> {
	const figures = await withService(20_000, async (runIn) => {
		const today = runIn(runAction);
		const getMany = { operation: 'getAll', returnAll: true };
		const asText = { ...getMany, options: { groups: 'text' } };
		const withGroups = await ratioOf(
			async () => await today(getMany),
			async () => await today(asText),
		);
		const what = 'Get Many of 20,000, a column for each part ÷ groups as text: CPU';
		const ofGroups = { what, seen: withGroups, atMost: 1.1 };
		if (other === undefined) return [ofGroups];
		const { runAction: runOther } = (await import(join(resolve(other), 'test/support/n8n.ts'))) as {
			runAction: Run;
		};
		const earlier = runIn(runOther);
		const seen = await ratioOf(
			async () => await today(getMany),
			async () => await earlier(getMany),
		);
		return [ofGroups, { what: `Get Many of 20,000 ÷ that of ${other}: CPU`, seen, atMost: 0.9 }];
	});
	const answers = await withService(100_000, async (runIn) => {
		const today = runIn(runAction);
		const seen = await ratioOf(
			async () => await today({ operation: 'countByAnswer', fieldName: 'Topics' }),
			async () => await today({ operation: 'count' }),
		);
		return [{ what: 'Count by Answer of 100,000 ÷ Count: CPU', seen, atMost: 1.2 }];
	});
	return [...figures, ...answers];
}

async function withService(
	submissions: number,
	measure: (
		runIn: (run: Run) => (parameters: IDataObject) => Promise<unknown>,
	) => Promise<Figure[]>,
): Promise<Figure[]> {
	const child = fork(join(__dirname, 'service.ts'), [String(submissions)], {
		execArgv: ['--import', 'tsx'],
	});
	try {
		const [{ formId: id, ...credential }] = (await once(child, 'message')) as [Service];
		const formId = { __rl: true, mode: 'id', value: id };
		return await measure(
			(run) => async (parameters) =>
				await run({ parameters: { resource: 'submission', formId, ...parameters }, credential }),
		);
	} finally {
		child.kill();
	}
}

/** The median of the ratios of several rounds, in which both take turns. */
async function ratioOf(
	one: () => Promise<unknown>,
	other: () => Promise<unknown>,
): Promise<number> {
	const ratios: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const ratio = (await cpuOf(one)) / (await cpuOf(other));
		// In the first, code is compiled.
		if (round > 0) ratios.push(ratio);
	}
	return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Infinity;
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
	global.gc?.();
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}
