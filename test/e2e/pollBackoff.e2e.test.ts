import { CREDENTIAL_TYPE } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { READ_SCOPES, type Answer } from '../emulator';
import { DURABLE, useHost } from './support/host';
import { createPolledForm } from './support/polledForm';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

const HOUR_MS = 60 * 60_000;
const HALF_AN_HOUR_MS = HOUR_MS / 2;

const UNAVAILABLE: Answer = { kind: 'response', status: 503, headers: {}, body: '' };

/** What n8n's scheduler logs when a poll fails. */
type BackoffEntry = { workflowId: string; type: string; cause: string; delayMs: number };

describe("Polls under n8n's durable scheduler", () => {
	const host = useHost(() => ({ ...DURABLE, N8N_LOG_FORMAT: 'json' }));

	/** Publishes a polling workflow with its own key. */
	async function publishPolling(): Promise<{ id: string; apiKey: string }> {
		const apiKey = host().emulator.addKey({ scopes: READ_SCOPES });
		const data = { baseUrl: host().baseUrl, apiKey };
		const credential = await host().n8n.credentials.create(CREDENTIAL_TYPE, 'Own key', data);
		const form = host().emulator.addForm({ name: 'Contact' });
		const { id } = await host().n8n.workflows.create(
			pollingWorkflow(credential, form.id, { pollTimes: EVERY_TEN_SECONDS }),
		);
		await host().n8n.workflows.publish(id);
		return { id, apiKey };
	}

	async function backoffOf(workflowId: string): Promise<BackoffEntry> {
		return await waitFor(`n8n to leave workflow ${workflowId} alone`, () =>
			backoffs(host().logs()).find((entry) => entry.workflowId === workflowId),
		);
	}

	it('pause for half an hour after a revoked key, so that a user can enter another', async () => {
		const { id, apiKey } = await publishPolling();
		host().emulator.revokeKey(apiKey);

		expect(await backoffOf(id)).toMatchObject({
			type: 'permanent',
			cause: 'credential-invalid',
			delayMs: HALF_AN_HOUR_MS,
		});
	});

	it('resume sooner when the service was unavailable', async () => {
		const { id, apiKey } = await publishPolling();
		host().emulator.onAnswer((request, answer) =>
			request.headers.authorization === `Bearer ${apiKey}` ? UNAVAILABLE : answer,
		);

		const entry = await backoffOf(id);

		host().emulator.onAnswer(undefined);
		expect(entry).toMatchObject({ type: 'transient', cause: 'temporarily-unavailable' });
		expect(entry.delayMs).toBeLessThan(HALF_AN_HOUR_MS);
	});

	it("go on at once though an old page can't be read, and return it when it can", async () => {
		const { emulator, n8n, credential } = host();
		const startFrom = new Date(Date.now() - 2 * HOUR_MS).toISOString();
		const polled = await createPolledForm(host(), (formId) =>
			pollingWorkflow(credential, formId, { startFrom, pollTimes: EVERY_TEN_SECONDS }),
		);
		polled.arrive(250, HOUR_MS);
		emulator.breakRow(polled.arrived[20] ?? '');
		await n8n.workflows.publish(polled.workflowId);

		for (let poll = 0; poll < 3; poll++) {
			polled.arrive(1);
			await waitFor('the new submission', async () =>
				(await polled.returned()).includes(polled.arrived.at(-1) ?? '') ? true : undefined,
			);
		}
		const entries = backoffs(host().logs());
		expect(entries.filter(({ workflowId }) => workflowId === polled.workflowId)).toEqual([]);
		expect(await polled.returned()).not.toContain(polled.arrived[20]);

		emulator.mendRows();
		expect(await polled.everything()).toEqual(polled.arrived);
	});
});

/** The entries about backed-off polls, from a log in which each whole line is JSON. */
function backoffs(log: string): BackoffEntry[] {
	return log
		.split('\n')
		.slice(0, -1)
		.filter((line) => line.includes('Poll failed; backing off'))
		.map((line) => (JSON.parse(line) as { metadata: BackoffEntry }).metadata);
}
