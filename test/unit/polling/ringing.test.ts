import type { PollContext } from 'n8n-core';
import { sleep, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import {
	createEmulator,
	READ_SCOPES,
	WRITE_SCOPE,
	type Submission,
	type SubmissionSeed,
} from '../../emulator';
import { connectEdge } from '../../support/edge';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { hookContext, pollContext, webhookContext, type NodeSetup } from '../../support/n8n';
import { derivedSecret } from '../../support/webhookTrigger';

const SECOND = 1_000;

/** A published webhook trigger that polls, in a service whose responses take a tenth of a second. */
class Ringing {
	readonly emulator = createEmulator();

	readonly apiKey = this.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });

	readonly formId = this.emulator.addForm({ name: 'Contact' }).id;

	readonly setup: NodeSetup = {
		kind: 'formSubmissionsTrigger',
		parameters: { formId: { __rl: true, mode: 'list', value: this.formId }, simplify: false },
		credential: { apiKey: this.apiKey },
		nodeId: 'ringing',
		staticData: {},
	};

	latencyMs = 100;

	private readonly node = new FormSubmissionsTrigger();

	private context = this.publication();

	/** What a person sees who listens, once a submission has been delivered. */
	async listen(submission: Submission): Promise<IDataObject | undefined> {
		const { request } = this.delivery(submission);
		const { context } = webhookContext(this.setup, request, 'manual');
		const { workflowData } = await this.node.webhook.call(context);
		expect(workflowData).toBeDefined();
		this.context = this.publication('manual');
		return (await runClock(this.poll()))?.[0]?.json;
	}

	/** What n8n does to publish the workflow: a poll of its own, with a new context. */
	async publish(): Promise<INodeExecutionData[] | null> {
		this.context = this.publication();
		return await runClock(this.poll());
	}

	/** A scheduled poll. */
	async poll(): Promise<INodeExecutionData[] | null> {
		const output = await this.node.poll.call(this.context);
		return output === null ? null : (output[0] ?? []);
	}

	async unpublish(): Promise<void> {
		await this.node.webhookMethods.default.delete.call(hookContext(this.setup, 'internal'));
	}

	submit(about: Partial<SubmissionSeed> = {}): Submission {
		return this.emulator.addSubmission({ formId: this.formId, createdAt: Date.now(), ...about });
	}

	/** Delivers it; returns the status and the body of the response. */
	async deliver(
		submission: Submission,
		secret = derivedSecret(this.apiKey, { nodeId: 'ringing' }),
	) {
		const destination = { url: 'https://n8n.example.org/', secret };
		const { headers, body } = this.emulator.buildDelivery(submission, destination);
		const request = {
			headers: Object.fromEntries(new Headers(headers)),
			rawBody: Buffer.from(body),
		};
		const { context, response } = webhookContext(this.setup, request);
		jest.spyOn(context.logger, 'warn').mockReturnValue();
		jest.spyOn(context.logger, 'info').mockReturnValue();
		const { workflowData } = await this.node.webhook.call(context);
		expect(workflowData).toBeUndefined();
		return [response.statusCode, response.body];
	}

	durably(): void {
		Object.assign(this.context, { getPollBudgetMs: () => 36_000 });
	}

	private delivery(
		submission: Submission,
		secret = derivedSecret(this.apiKey, { nodeId: 'ringing' }),
	) {
		const destination = { url: 'https://n8n.example.org/', secret };
		const { headers, body } = this.emulator.buildDelivery(submission, destination);
		const received = Object.fromEntries(new Headers(headers));
		return { request: { headers: received, rawBody: Buffer.from(body) } };
	}

	private publication(mode: 'trigger' | 'manual' = 'trigger'): PollContext {
		const context = pollContext(this.setup, mode);
		const { apiKey } = this;
		return connectEdge(context, this.emulator, { apiKey, latencyMs: () => this.latencyMs });
	}
}

let trigger: Ringing;

beforeEach(async () => {
	forgetAll();
	startFakeClock();
	trigger = new Ringing();
	expect(await trigger.publish()).toBeNull();
	await pass(30 * SECOND);
});

afterEach(() => {
	stopFakeClock();
	jest.restoreAllMocks();
});

async function pass(ms: number): Promise<void> {
	await runClock(sleep(ms));
}

/** What a poll returned, how long after now (milliseconds), and how many requests were made from now on. */
async function outcomeOf(poll: Promise<INodeExecutionData[] | null>) {
	const [fromMs, before] = [Date.now(), trigger.emulator.requests.length];
	const items = await runClock(poll);
	const ids = items?.map(({ json }) => json.id) ?? null;
	const tookMs = Date.now() - fromMs;
	return { ids, tookMs, requests: trigger.emulator.requests.length - before };
}

describe('a poll that finds nothing', () => {
	it('waits until shortly before the next poll, with one request', async () => {
		const { ids, tookMs, requests } = await outcomeOf(trigger.poll());

		expect([ids, requests]).toEqual([null, 1]);
		expect(tookMs).toBeGreaterThan(54 * SECOND);
		expect(tookMs).toBeLessThan(59 * SECOND);
	});

	it('waits no longer after a pause in which n8n did not poll', async () => {
		await runClock(trigger.poll());
		await pass(3_600 * SECOND);

		expect((await outcomeOf(trigger.poll())).tookMs).toBeLessThan(59 * SECOND);
	});

	it('reads the list once a delivery comes, whose response is 200 at once', async () => {
		const poll = trigger.poll();
		await pass(20 * SECOND);
		const submission = trigger.submit();
		expect(await trigger.deliver(submission)).toEqual([200, { received: true }]);

		expect(await outcomeOf(poll)).toEqual({ ids: [submission.id], tookMs: 100, requests: 1 });
	});

	it('returns the row of the list, with its status', async () => {
		trigger.setup.parameters.simplify = true;
		await trigger.publish();
		const poll = trigger.poll();
		await trigger.deliver(trigger.submit());

		expect((await runClock(poll))?.[0]?.json).toMatchObject({ status: 'new', tags: '', files: '' });
	});

	it('reads once more if a delivery came while it was reading', async () => {
		trigger.latencyMs = 2 * SECOND;
		const poll = trigger.poll();
		await pass(1.5 * SECOND);
		const submission = trigger.submit();
		await trigger.deliver(submission);

		expect(await outcomeOf(poll)).toEqual({ ids: [submission.id], tookMs: 2_500, requests: 1 });
	});

	it.each([0.5, 2.5, 6.5])(
		'reads again if the submission is in the list only %d s after its delivery',
		async (lateSeconds) => {
			const poll = trigger.poll();
			await pass(20 * SECOND);
			const visibleAt = Date.now() + lateSeconds * SECOND;
			const submission = trigger.submit({ visibleAt });
			await trigger.deliver(submission);

			const { ids, tookMs } = await outcomeOf(poll);

			expect(ids).toEqual([submission.id]);
			expect(tookMs).toBeLessThan(8 * SECOND);
		},
	);

	it('leaves what is not in the list even then to the next poll', async () => {
		const poll = trigger.poll();
		const submission = trigger.submit({ visibleAt: Date.now() + 55 * SECOND });
		await trigger.deliver(submission);
		expect((await outcomeOf(poll)).ids).toBeNull();
		await pass(10 * SECOND);

		expect(await outcomeOf(trigger.poll())).toMatchObject({ ids: [submission.id], requests: 1 });
	});

	it('reads again if a delivery came before it began, and its submission is in the list only then', async () => {
		await runClock(trigger.poll());
		const submission = trigger.submit({ visibleAt: Date.now() + 2.5 * SECOND });
		await trigger.deliver(submission);
		await pass(2 * SECOND);

		const { ids, tookMs } = await outcomeOf(trigger.poll());

		expect(ids).toEqual([submission.id]);
		expect(tookMs).toBeLessThan(5 * SECOND);
	});

	it('leaves a page that comes too late for it to the next poll, without an error', async () => {
		trigger.latencyMs = 6 * SECOND;
		const poll = trigger.poll();
		await pass(54 * SECOND);
		const submission = trigger.submit();
		await trigger.deliver(submission);
		expect((await outcomeOf(poll)).ids).toBeNull();

		expect((await outcomeOf(trigger.poll())).ids).toEqual([submission.id]);
	});

	it('reads seven times at most, however many spam submissions are delivered', async () => {
		const poll = outcomeOf(trigger.poll());
		for (let second = 0; second < 56; second++) {
			for (let n = 0; n < 20; n++) await trigger.deliver(trigger.submit({ status: 'spam' }));
			jest.advanceTimersByTime(SECOND);
		}

		const { ids, requests } = await poll;

		expect(ids).toBeNull();
		expect(requests).toBeLessThanOrEqual(7);
	});

	it('reads no more once it is unpublished', async () => {
		const poll = trigger.poll();
		await pass(20 * SECOND);
		await trigger.unpublish();

		expect(await outcomeOf(poll)).toEqual({ ids: null, tookMs: 0, requests: 0 });
	});

	it('ends when the workflow is published again, whose polls then hear the deliveries', async () => {
		const poll = trigger.poll();
		await pass(20 * SECOND);
		await trigger.publish();
		expect((await outcomeOf(poll)).ids).toBeNull();
		const next = trigger.poll();
		const submission = trigger.submit();
		await trigger.deliver(submission);

		expect((await outcomeOf(next)).ids).toEqual([submission.id]);
	});

	it("does not wait where n8n's durable scheduler runs it", async () => {
		trigger.durably();

		expect(await outcomeOf(trigger.poll())).toEqual({ ids: null, tookMs: 100, requests: 1 });
	});
});

describe('a poll that finds something', () => {
	it('returns it at once; what is delivered then comes with the next poll', async () => {
		const first = trigger.submit();
		expect(await outcomeOf(trigger.poll())).toMatchObject({ ids: [first.id], tookMs: 100 });
		const second = trigger.submit();
		await trigger.deliver(second);
		await pass(30 * SECOND);

		expect(await outcomeOf(trigger.poll())).toMatchObject({ ids: [second.id], requests: 1 });
	});
});

describe('a delivery that rings nothing, and costs no request', () => {
	it.each<[string, () => Promise<unknown>, unknown]>([
		[
			'forged',
			async () => await trigger.deliver(trigger.submit({ status: 'spam' }), 'f'.repeat(64)),
			[401, { error: 'Not accepted: the signature does not match' }],
		],
		[
			'of another form',
			async () => {
				const { id } = trigger.emulator.addForm();
				return await trigger.deliver(trigger.submit({ formId: id }));
			},
			[200, { ignored: 'another form' }],
		],
	])('is one that is %s', async (_what, deliver, response) => {
		const poll = trigger.poll();
		await pass(10 * SECOND);
		expect(await deliver()).toEqual(response);

		expect(await outcomeOf(poll)).toMatchObject({ ids: null, requests: 0 });
	});

	it('is one that came before', async () => {
		const submission = trigger.submit();
		await trigger.deliver(submission);
		await runClock(trigger.poll());
		const poll = trigger.poll();
		await pass(10 * SECOND);
		expect(await trigger.deliver(submission)).toEqual([200, { repeated: true }]);

		expect(await outcomeOf(poll)).toMatchObject({ ids: null, requests: 0 });
	});
});

describe('listening for a test event', () => {
	it('shows the row of the list, which production gives', async () => {
		trigger.setup.parameters.simplify = true;

		expect(await trigger.listen(trigger.submit())).toMatchObject({ status: 'new', tags: '' });
	});

	it('asks for the submission twice if it is not there yet', async () => {
		const submission = trigger.submit();
		trigger.emulator.failNext({ status: 404 });

		expect(await trigger.listen(submission)).toMatchObject({ id: submission.id, status: 'new' });
	});

	it("shows the delivery's own row if the submission cannot be fetched", async () => {
		const submission = trigger.submit();
		trigger.emulator.failNext({ status: 404 }, { times: 2 });

		expect(await trigger.listen(submission)).toMatchObject({ event: 'submission.created' });
	});

	it("shows the delivery's own row in mode Each Delivery", async () => {
		trigger.setup.parameters.mode = 'deliveries';

		expect(await trigger.listen(trigger.submit())).toMatchObject({ event: 'submission.created' });
		expect(trigger.emulator.requests).toHaveLength(2);
	});
});

it('in mode Each Delivery, a poll asks for nothing and returns nothing', async () => {
	trigger.setup.parameters = { ...trigger.setup.parameters, mode: 'deliveries' } as IDataObject;

	expect(await trigger.publish()).toBeNull();
	expect(await outcomeOf(trigger.poll())).toEqual({ ids: null, tookMs: 0, requests: 0 });
});

it('in mode None Missed again after Each Delivery, returns nothing that came meanwhile', async () => {
	trigger.setup.parameters.mode = 'deliveries';
	await trigger.publish();
	trigger.submit();
	await pass(30 * SECOND);
	trigger.setup.parameters.mode = 'complete';
	await trigger.publish();
	const submission = trigger.submit();

	expect((await outcomeOf(trigger.poll())).ids).toEqual([submission.id]);
});
