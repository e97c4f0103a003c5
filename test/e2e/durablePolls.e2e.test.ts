/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../sandbox/host/waitFor';
import type { Answer } from '../emulator';
import { createPolledForm, credentialOfItsOwn } from './support/polledForm';
import { DURABLE, useHost } from './support/host';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

const HOUR_MS = 60 * 60_000;
const HALF_AN_HOUR_MS = HOUR_MS / 2;

/** How long after a poll's response n8n is killed (milliseconds): before, around and after its commit. */
const KILLED_AFTER_MS = (process.env.KILLED_AFTER_MS ?? '0,15,60').split(',').map(Number);

/** Two pages take longer than the 45 seconds after which n8n abandons a poll. */
const SLOW_PAGE_MS = 25_000;

const UNAVAILABLE: Answer = { kind: 'response', status: 503, headers: {}, body: '' };

/** What n8n's scheduler logs when a poll fails. */
type BackoffEntry = { workflowId: string; type: string; cause: string; delayMs: number };

describe("Polls under n8n's durable scheduler, with durable cursors", () => {
	const host = useHost(() => ({ ...DURABLE, N8N_LOG_FORMAT: 'json' }));

	afterEach(() => host().emulator.onAnswer(undefined));

	/** Waits for a poll, and kills n8n the given time after the response to its list request. */
	async function killAfterPoll(delayMs: number): Promise<void> {
		const answered = new Promise<void>((resolve) => {
			host().emulator.onAnswer((request, answer) => {
				if (request.url.startsWith('/v1/submissions')) setTimeout(resolve, delayMs);
				return answer;
			});
		});
		await answered;
		await host().kill();
		host().emulator.onAnswer(undefined);
	}

	it('lose and repeat nothing, no matter when n8n is killed', async () => {
		const polled = await createPolledForm(host());
		await host().n8n.workflows.publish(polled.workflowId);

		for (const delayMs of KILLED_AFTER_MS) {
			polled.arrive(3);
			await killAfterPoll(delayMs);
			await host().start();
		}
		polled.arrive(3);

		expect(await polled.everything()).toEqual(polled.arrived);
	});

	it('repeat nothing if several poll times are due at once', async () => {
		const same = ['* * * *', '*/1 * * *', '* */1 * *', '* * */1 *'];
		const item = EVERY_TEN_SECONDS.item.flatMap(({ mode, cronExpression }) =>
			same.map((rest) => ({ mode, cronExpression: cronExpression.replace('* * * *', rest) })),
		);
		const polled = await createPolledForm(host(), (formId) =>
			pollingWorkflow(host().credential, formId, { pollTimes: { item } }),
		);
		await host().n8n.workflows.publish(polled.workflowId);
		for (let round = 0; round < 3; round++) {
			polled.arrive(30);
			await polled.all();
		}

		expect(await polled.everything()).toEqual(polled.arrived);
	});

	it('return everything received since another form was published', async () => {
		const { n8n, emulator, credential } = host();
		const polled = await createPolledForm(host());
		await n8n.workflows.publish(polled.workflowId);
		polled.arrive(1);
		await polled.all();
		const other = emulator.addForm().id;
		await n8n.workflows.update(polled.workflowId, pollingWorkflow(credential, other));
		await n8n.workflows.publish(polled.workflowId);

		const { id } = emulator.addSubmission({ formId: other });

		await polled.untilReturned([id]);
	});

	describe('after a poll that failed', () => {
		/** Publishes a polling workflow with its own key. */
		async function publishPolling() {
			const { apiKey, credential } = await credentialOfItsOwn(host());
			const { workflowId } = await createPolledForm(host(), (formId) =>
				pollingWorkflow(credential, formId, { pollTimes: EVERY_TEN_SECONDS }),
			);
			await host().n8n.workflows.publish(workflowId);
			return { workflowId, apiKey };
		}

		/** The entries about polls that n8n puts off, of a log in which each whole line is JSON. */
		const backoffsOf = (workflowId: string): BackoffEntry[] =>
			host()
				.logs()
				.split('\n')
				.slice(0, -1)
				.filter((line) => line.includes('Poll failed; backing off'))
				.map((line) => (JSON.parse(line) as { metadata: BackoffEntry }).metadata)
				.filter((entry) => entry.workflowId === workflowId);

		const untilBackoff = async (workflowId: string): Promise<BackoffEntry> =>
			await waitFor(`n8n to leave workflow ${workflowId} alone`, () => backoffsOf(workflowId)[0]);

		it('pause for half an hour if the key was revoked, so that a user can enter another', async () => {
			const { workflowId, apiKey } = await publishPolling();
			host().emulator.revokeKey(apiKey);

			expect(await untilBackoff(workflowId)).toMatchObject({
				type: 'permanent',
				cause: 'credential-invalid',
				delayMs: HALF_AN_HOUR_MS,
			});
		});

		it('resume sooner if the service was unavailable', async () => {
			const { workflowId, apiKey } = await publishPolling();
			host().emulator.onAnswer((request, answer) =>
				request.headers.authorization === `Bearer ${apiKey}` ? UNAVAILABLE : answer,
			);

			const entry = await untilBackoff(workflowId);

			expect(entry).toMatchObject({ type: 'transient', cause: 'temporarily-unavailable' });
			expect(entry.delayMs).toBeLessThan(HALF_AN_HOUR_MS);
		});

		it("go on at once if it was an old page that can't be read, and return that when it can", async () => {
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
				await polled.untilReturned(polled.arrived.slice(-1));
			}
			expect(backoffsOf(polled.workflowId)).toEqual([]);
			expect(await polled.returned()).not.toContain(polled.arrived[20]);

			emulator.mendRows();
			expect(await polled.everything()).toEqual(polled.arrived);
		});
	});

	it('return everything although two pages take 50 seconds and the list of forms hangs', async () => {
		// With another key, this process may still know the names of the forms.
		const { apiKey, credential } = await credentialOfItsOwn(host());
		const polled = await createPolledForm(host(), () =>
			pollingWorkflow(credential, undefined, { pollTimes: EVERY_TEN_SECONDS }),
		);
		await host().n8n.workflows.publish(polled.workflowId);
		polled.arrive(150);
		let pageMs = SLOW_PAGE_MS;
		host().emulator.onAnswer(({ url, headers }, answer) => {
			if (headers.authorization !== `Bearer ${apiKey}`) return answer;
			if (url.startsWith('/v1/forms')) return { kind: 'hang' };
			return answer.kind === 'response' ? { ...answer, latencyMs: pageMs } : answer;
		});
		await polled.all();

		pageMs = 0;
		expect(await polled.everything()).toEqual(polled.arrived);
	});
});
