/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { publishBothTriggers } from './support/bothTriggers';
import { createPolledForm } from './support/polledForm';
import { withHost } from './support/restartableHost';

const HOUR_MS = 3_600_000;

describe('An n8n whose database is restored from a backup of the day before', () => {
	it('loses nothing, returns again what was polled since, and keeps its destinations', async () => {
		await withHost({}, async (host) => {
			const data = join(host.userFolder, '.n8n');
			const backup = join(host.userFolder, 'backup');
			const triggers = await publishBothTriggers(host);
			const registered = triggers.destinations();
			await triggers.changeKey();
			const form = await createPolledForm(host);
			await host.n8n().workflows.publish(form.workflowId);
			form.arrive(1, 23 * HOUR_MS);
			await form.all();
			await host.stop();
			cpSync(data, backup, { recursive: true });
			await host.start();
			form.arrive(250, 2 * HOUR_MS);
			await form.all();
			expect(await triggers.submit()).toBe(200);
			await triggers.untilPolled();

			await host.stop();
			rmSync(data, { recursive: true });
			cpSync(backup, data, { recursive: true });
			await host.start();

			expect(await form.everything()).toEqual(form.arrived);
			expect(await triggers.submit()).toBe(200);
			await triggers.untilPolled();
			expect(await triggers.polled()).toEqual(triggers.submitted);
			// The former execution is not in the backup.
			expect(await triggers.delivered()).toEqual(triggers.submitted.slice(1));
			expect(triggers.destinations()).toEqual(registered);
		});
	});
});
