import { randomBytes } from 'node:crypto';

import { waitFor } from '../sandbox/host/waitFor';
import { POLLING_TRIGGER } from '../sandbox/client/workflowFile';
import { withHost } from './support/host';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

const COUNT = 1_000;

/** Where the photo is to stand: a thousand of them would fill the emulator's memory. */
const PLACE = 'the photo';

/** A photo in each; all are different, since n8n stores equal texts once. */
const photo = () => `data:image/jpeg;base64,${randomBytes(480 * 1_024).toString('base64')}`;

/** n8n makes one string of a run, and loses one that is longer than V8 allows, without a word. */
describe('A thousand submissions of 640 kB each', () => {
	it('run the workflow once each, in several runs', async () => {
		await withHost({}, async (host) => {
			const { emulator, n8n, credential } = host;
			const formId = emulator.addForm({ name: 'Photos' }).id;
			const file = pollingWorkflow(credential, formId, { pollTimes: EVERY_TEN_SECONDS });
			const { id: workflowId } = await n8n.workflows.create(file);
			await n8n.workflows.publish(workflowId);
			const seed = { from: Date.now(), stepMs: 1, data: () => ({ photo: PLACE }) };
			emulator.onAnswer((_request, answer) =>
				answer.kind === 'response'
					? { ...answer, body: answer.body.replaceAll(PLACE, photo) }
					: answer,
			);
			const wanted = emulator.addSubmissions(formId, COUNT, seed).map(({ id }) => id);

			const returned = new Map<string, string[]>();
			await waitFor(
				'all of them',
				async (see) => {
					for (const id of await n8n.executions.endedIds(workflowId)) {
						if (returned.has(id)) continue;
						const { output } = await n8n.executions.waitForEnd(id);
						returned.set(
							id,
							output(POLLING_TRIGGER).map((row) => String(row.id)),
						);
					}
					const count = [...returned.values()].flat().length;
					see(`${count} in ${returned.size} runs`);
					return count >= COUNT;
				},
				{ timeoutMs: 800_000, everyMs: 2_000 },
			);

			expect([...returned.values()].flat().sort()).toEqual([...wanted].sort());
			expect(returned.size).toBeGreaterThan(5);
		});
	});
});
