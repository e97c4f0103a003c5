/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { publishBothTriggers } from './support/bothTriggers';
import { runN8nCommand } from './support/commandLine';
import { createPolledForm } from './support/polledForm';
import { withHost, type RestartableHost } from './support/restartableHost';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

const HOUR_MS = 3_600_000;

/** Both triggers, once each has run the workflow; without their state, they could not go on: the key has changed. */
async function publishUsed(host: RestartableHost) {
	const triggers = await publishBothTriggers(host);
	const registered = triggers.destinations();
	await triggers.changeKey();
	expect(await triggers.submit()).toBe(200);
	await triggers.untilPolled();
	return { triggers, registered };
}

describe('A published workflow that is imported on the command line while n8n runs', () => {
	it('goes on where it was', async () => {
		await withHost({}, async (host) => {
			const { triggers, registered } = await publishUsed(host);

			// As the editor downloads it.
			await importOver(host, await exportFrom(host, triggers.id, { staticData: undefined }));
			expect(await triggers.submit()).toBe(200);
			await host.n8n().workflows.publish(triggers.id);
			expect(await triggers.submit()).toBe(200);
			await triggers.untilPolled();
			await host.stop();
			await host.start();
			expect(await triggers.submit()).toBe(200);
			await triggers.untilPolled();

			expect(await triggers.polled()).toEqual(triggers.submitted);
			expect(await triggers.delivered()).toEqual(triggers.submitted);
			expect(triggers.destinations()).toEqual(registered);
		});
	});

	it('loses nothing, and keeps its destination, if the file has an older position', async () => {
		await withHost({}, async (host) => {
			const { triggers, registered } = await publishUsed(host);
			const file = await exportFrom(host, triggers.id);
			expect(await triggers.submit()).toBe(200);
			await triggers.untilPolled();

			await importOver(host, file);
			await host.stop();
			triggers.addUndelivered();
			await host.start();
			expect(await triggers.submit()).toBe(200);
			await triggers.untilPolled();

			expect([...new Set(await triggers.polled())]).toEqual(triggers.submitted);
			expect(await triggers.delivered()).toEqual(triggers.submitted.filter((_, i) => i !== 2));
			expect(triggers.destinations()).toEqual(registered);
		});
	});
});

/** A workflow as n8n's command line exports it. */
async function exportFrom({ n8n }: RestartableHost, id: string, changes = {}): Promise<string> {
	return JSON.stringify({ ...(await n8n().workflows.read(id)), ...changes });
}

async function importOver({ userFolder }: RestartableHost, workflow: string): Promise<void> {
	const file = join(userFolder, 'workflow.json');
	writeFileSync(file, workflow);
	await runN8nCommand(userFolder, 'import:workflow', `--input=${file}`);
}

describe('An n8n whose database is restored from a backup of the day before', () => {
	it('loses nothing, returns again what was polled since, and keeps its destinations', async () => {
		await withHost({}, async (host) => {
			const data = join(host.userFolder, '.n8n');
			const backup = join(host.userFolder, 'backup');
			const triggers = await publishBothTriggers(host);
			const registered = triggers.destinations();
			await triggers.changeKey();
			const form = await createPolledForm(host, (formId) =>
				pollingWorkflow(host.credential, formId, { pollTimes: EVERY_TEN_SECONDS }),
			);
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
