/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { createPolledForm } from './support/polledForm';
import { withHost } from './support/host';

const HOUR_MS = 3_600_000;

describe('An n8n whose database is restored from a backup of the day before', () => {
	it('loses nothing, and returns again what was polled since', async () => {
		await withHost({}, async (host) => {
			const data = join(host.userFolder, '.n8n');
			const backup = join(host.userFolder, 'backup');
			const form = await createPolledForm(host);
			await host.n8n.workflows.publish(form.workflowId);
			form.arrive(1, 23 * HOUR_MS);
			await form.all();
			await host.stop();
			cpSync(data, backup, { recursive: true });
			await host.start();
			form.arrive(250, 2 * HOUR_MS);
			await form.all();

			await host.stop();
			rmSync(data, { recursive: true });
			cpSync(backup, data, { recursive: true });
			await host.start();

			expect(await form.everything()).toEqual(form.arrived);
		});
	});
});
