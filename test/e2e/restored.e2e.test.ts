/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { TRIGGER } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { withHost } from './support/host';
import { publishTrigger } from './support/publishTrigger';

const HOUR_MS = 3_600_000;

it('an n8n whose database is restored from a backup of the day before loses nothing, and runs again for what came since', async () => {
	await withHost({}, async (host) => {
		const { emulator, userFolder } = host;
		const data = join(userFolder, '.n8n');
		const backup = join(userFolder, 'backup');
		const startFrom = new Date(Date.now() - 24 * HOUR_MS).toISOString();
		const options = { register: false, startFrom };
		const trigger = await publishTrigger(host, { runFor: 'together', options });
		const arrived: string[] = [];
		const arrive = (count: number, agoMs: number) => {
			const seed = { from: Date.now() - agoMs, stepMs: 1 };
			arrived.push(...emulator.addSubmissions(trigger.formId, count, seed).map(({ id }) => id));
		};
		const untilAllRan = async () => {
			await waitFor(`${arrived.length} submissions`, async () => {
				const ids = (await host.n8n.executions.ofWorkflow(trigger.workflowId)).flatMap((run) =>
					run.output(TRIGGER).map(({ id }) => id),
				);
				return arrived.every((id) => ids.includes(id));
			});
		};
		arrive(1, 23 * HOUR_MS);
		await untilAllRan();
		await host.stop();
		cpSync(data, backup, { recursive: true });
		await host.start();
		arrive(250, 2 * HOUR_MS);
		await untilAllRan();

		await host.stop();
		rmSync(data, { recursive: true });
		cpSync(backup, data, { recursive: true });
		await host.start();
		await untilAllRan();

		const ids = (await trigger.rows()).map(({ id }) => String(id));
		expect(ids.sort()).toEqual([...arrived].sort());
	});
});
