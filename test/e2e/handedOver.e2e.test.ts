/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTemporaryFolder } from '../sandbox/host/temporaryFolder';
import { waitFor } from '../sandbox/host/waitFor';
import { refuseToStore } from './support/database';
import { withHost } from './support/host';
import { publishTrigger } from './support/publishTrigger';

const TRIGGERS = 6;

const HOOK = `
	const { existsSync } = require('node:fs');
	const refuse = async () => {
		if (existsSync(process.env.REFUSES)) throw new Error('A hook of the company says no');
	};
	module.exports = { workflow: { preExecute: [refuse] } };
`;

it('several triggers lose nothing and repeat nothing if n8n is killed while they hand over', async () => {
	await withHost({}, async (host) => {
		const triggers = [];
		for (let count = 0; count < TRIGGERS; count++) triggers.push(await publishTrigger(host));
		for (let round = 0; round < 3; round++) {
			for (let count = 0; count < 8; count++) {
				await Promise.all(triggers.map(async (trigger) => await trigger.submit()));
			}
			await host.kill();
			await host.start();
		}

		const came = await Promise.all(triggers.map(async (trigger) => await trigger.everything()));
		expect(came).toEqual(triggers.map(({ wanted }) => wanted));
	});
});

it('what a hook refuses comes once it no longer does, and a failed run says so meanwhile', async () => {
	const folder = await createTemporaryFolder('form-submissions-hook-');
	const [hook, refuses] = [join(folder.path, 'hook.js'), join(folder.path, 'refuses')];
	writeFileSync(hook, HOOK);
	try {
		await withHost({ EXTERNAL_HOOK_FILES: hook, REFUSES: refuses }, async (host) => {
			const trigger = await publishTrigger(host);
			await trigger.untilRun(await trigger.submit());
			writeFileSync(refuses, '');
			for (let count = 0; count < 3; count++) await trigger.submit();
			const failed = async () => {
				const runs = await host.n8n.executions.ofWorkflow(trigger.workflowId);
				return runs.find(({ status }) => status === 'error');
			};
			expect((await waitFor('a failed run', failed)).error).toContain('A hook of the company');

			rmSync(refuses);

			expect(await trigger.everything()).toEqual(trigger.wanted);
		});
	} finally {
		await folder.remove();
	}
});

it('one that n8n can never store stops no other, and comes once it can be stored', async () => {
	await withHost({}, async (host) => {
		const trigger = await publishTrigger(host);
		await trigger.untilRun(await trigger.submit());
		await refuseToStore(host.userFolder, 'Never');
		await trigger.submit(undefined, 'Never');
		for (let count = 0; count < 5; count++) await trigger.untilRun(await trigger.submit());
		await refuseToStore(host.userFolder);

		expect(await trigger.everything()).toEqual(trigger.wanted);
	});
});
