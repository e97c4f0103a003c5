import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import type { Submission, SubmissionSeed } from '../../emulator';
import { Play } from '../../histories/play';
import { KEY } from '../../histories/world/pollFunctions';
import { hookContext, webhookContext, type NodeSetup } from '../../support/n8n';
import { derivedSecret } from '../../support/webhookTrigger';

const SECOND = 1_000;

let play: Play;

beforeEach(async () => {
	play = await Play.published({ main: { waitsForRings: true } });
});

afterEach(() => play.stop());

const trigger = new FormSubmissionsTrigger();

/** The trigger as n8n has it for a delivery. */
function setup(): NodeSetup {
	const { id, parameters } = play.main.node();
	const credential = { apiKey: KEY };
	return { kind: 'formSubmissionsTrigger', nodeId: id, parameters, credential };
}

function submit(about: Partial<SubmissionSeed> = {}): Submission {
	return play.service.addSubmission({ formId: 'frm_a', createdAt: play.nowMs, ...about });
}

function delivered(submission: Submission, secret = derivedSecret(KEY, { nodeId: 'main' })) {
	const destination = { url: 'https://n8n.example.org/', secret };
	const { headers, body } = play.service.buildDelivery(submission, destination);
	return { headers: Object.fromEntries(new Headers(headers)), rawBody: Buffer.from(body) };
}

/** Delivers it; returns the status and the body of the response. */
async function deliver(submission: Submission, secret?: string) {
	const { context, response } = webhookContext(setup(), delivered(submission, secret));
	jest.spyOn(context.logger, 'info').mockReturnValue();
	const { workflowData } = await trigger.webhook.call(context);
	expect(workflowData).toBeUndefined();
	return [response.statusCode, response.body];
}

async function pass(ms: number): Promise<void> {
	await play.n8n.passUntil(play.nowMs + ms);
}

/** What the poll that has begun returns, with how many requests, and how long after now it ends (seconds). */
async function outcome() {
	const { nowMs } = play;
	await play.n8n.settle();
	const { fromMs = NaN, durationMs = NaN, requests, error } = play.lastPoll ?? {};
	expect(error).toBeUndefined();
	const ids = play.main.returned.map(({ json }) => json.id);
	return { ids, requests, seconds: (fromMs + durationMs - nowMs) / SECOND };
}

describe('a poll that finds nothing', () => {
	it.each([
		['waits until shortly before the next poll, with one request', 1],
		['waits no longer after a pause in which n8n did not poll', 60],
	])('%s', async (_what, afterMinutes) => {
		await play.poll();
		await play.begin({ afterMinutes });

		const { ids, requests, seconds } = await outcome();

		expect([ids, requests]).toEqual([[], 1]);
		expect(seconds).toBeGreaterThan(54);
		expect(seconds).toBeLessThan(59);
	});

	it('reads the list once a delivery comes, whose response is 200 at once', async () => {
		await play.begin();
		await pass(20 * SECOND);
		const submission = submit();
		expect(await deliver(submission)).toEqual([200, { received: true }]);

		const { ids, requests, seconds } = await outcome();

		expect([ids, requests]).toEqual([[submission.id], 2]);
		expect(seconds).toBeLessThan(0.1);
	});

	it('reads once more if a delivery came while it was reading', async () => {
		play.network.pageMs = 2 * SECOND;
		await play.begin();
		await pass(1.5 * SECOND);
		const submission = submit();
		await deliver(submission);

		const { ids, requests, seconds } = await outcome();

		expect([ids, requests]).toEqual([[submission.id], 2]);
		expect(seconds).toBeCloseTo(2.5, 1);
	});

	it.each([0.5, 2.5, 6.5])(
		'reads again if the submission is in the list only %d s after its delivery',
		async (lateSeconds) => {
			await play.begin();
			await pass(20 * SECOND);
			const submission = submit({ visibleAt: play.nowMs + lateSeconds * SECOND });
			await deliver(submission);

			const { ids, seconds } = await outcome();

			expect(ids).toEqual([submission.id]);
			expect(seconds).toBeLessThan(8);
		},
	);

	it('leaves what is not in the list even then to the next poll', async () => {
		await play.begin();
		await pass(SECOND);
		const submission = submit({ visibleAt: play.nowMs + 55 * SECOND });
		await deliver(submission);
		expect((await outcome()).ids).toEqual([]);

		expect(await play.poll()).toEqual([submission.id]);
		expect(play.lastPoll?.requests).toBe(1);
	});

	it('reads again if a delivery came before it began, and its submission is in the list only then', async () => {
		await play.poll();
		const submission = submit({ visibleAt: play.nowMs + 4.5 * SECOND });
		await deliver(submission);
		await play.begin();

		const { ids, seconds } = await outcome();

		expect(ids).toEqual([submission.id]);
		expect(seconds).toBeLessThan(5);
	});

	it.each([50, 54.5, 57])(
		'has the next poll read again, too, after a delivery %d s after it began',
		async (second) => {
			await play.poll();
			await play.begin();
			await pass(second * SECOND);
			const submission = submit({ visibleAt: play.nowMs + 6.5 * SECOND });
			await deliver(submission);
			const { ids } = await outcome();
			if (ids.length === 0) await play.begin();

			const { seconds } = await outcome();

			expect(play.main.returned).toHaveLength(1);
			expect(seconds).toBeLessThan(10);
		},
	);

	it('leaves a page that comes too late for it to the next poll, without an error', async () => {
		play.network.pageMs = 6 * SECOND;
		await play.begin();
		await pass(54 * SECOND);
		const submission = submit();
		await deliver(submission);
		expect((await outcome()).ids).toEqual([]);

		expect(await play.poll()).toEqual([submission.id]);
	});

	it('reads seven times more at most, however many spam submissions are delivered', async () => {
		await play.begin();
		for (let second = 0; second < 56; second++) {
			await deliver(submit({ status: 'spam' }));
			await pass(SECOND);
		}

		const { ids, requests } = await outcome();

		expect(ids).toEqual([]);
		expect(requests).toBeLessThanOrEqual(8);
	});

	it('reads no more once it is unpublished', async () => {
		await play.begin();
		await pass(20 * SECOND);
		await trigger.webhookMethods.default.delete.call(hookContext(setup(), 'internal'));

		expect(await outcome()).toMatchObject({ ids: [], requests: 1, seconds: 0 });
	});

	it('ends when the workflow is published again, whose polls then hear the deliveries', async () => {
		await play.begin();
		await pass(20 * SECOND);
		await play.publish(play.main);
		await play.n8n.settle();
		const [, ended] = play.main.polls;
		expect(ended).toMatchObject({ rows: 0, durationMs: 20 * SECOND });
		await play.begin();
		await pass(SECOND);
		const submission = submit();
		await deliver(submission);

		expect((await outcome()).ids).toEqual([submission.id]);
	});

	it("does not wait where n8n's durable scheduler runs it", async () => {
		play.stop();
		play = await Play.published({ mode: 'durable', main: { waitsForRings: true } });
		await play.poll();
		await play.begin();

		const { ids, requests, seconds } = await outcome();

		expect([ids, requests]).toEqual([[], 1]);
		expect(seconds).toBeLessThan(0.1);
	});
});

it('a poll that finds something returns it at once; what is delivered then comes with the next', async () => {
	const first = submit();
	await play.begin();
	const { ids, seconds } = await outcome();
	expect(ids).toEqual([first.id]);
	expect(seconds).toBeLessThan(0.1);
	const second = submit();
	await deliver(second);

	expect(await play.poll()).toEqual([second.id]);
	expect(play.lastPoll?.requests).toBe(1);
});

it('a delivery that a poll has answered at its beginning does not slow the next one', async () => {
	await play.poll();
	const first = submit();
	await deliver(first);
	expect(await play.poll()).toEqual([first.id]);
	await play.begin();
	await pass(20 * SECOND);
	const second = submit();
	await deliver(second);

	const { ids, requests, seconds } = await outcome();

	expect([ids, requests]).toEqual([[second.id], 2]);
	expect(seconds).toBeLessThan(0.1);
});

describe('a delivery that rings nothing, and costs no request', () => {
	it.each<[string, () => Promise<unknown>, unknown]>([
		[
			'forged',
			async () => await deliver(submit({ status: 'spam' }), 'f'.repeat(64)),
			[401, { error: 'Not accepted: the signature does not match' }],
		],
		[
			'of another form',
			async () => await deliver(submit({ formId: 'frm_b' })),
			[200, { ignored: 'another form' }],
		],
	])('is one that is %s', async (_what, delivering, response) => {
		await play.begin();
		await pass(10 * SECOND);
		expect(await delivering()).toEqual(response);

		expect(await outcome()).toMatchObject({ ids: [], requests: 1 });
	});

	it('is one that came before', async () => {
		const submission = submit();
		await deliver(submission);
		await play.poll();
		await play.begin();
		await pass(10 * SECOND);
		const before = play.lastPoll?.requests;
		expect(await deliver(submission)).toEqual([200, { repeated: true }]);

		expect(await outcome()).toMatchObject({ ids: [], requests: before });
	});
});

describe('listening for a test event', () => {
	/** What a person sees once a submission has been delivered. */
	async function listen(submission: Submission): Promise<IDataObject | undefined> {
		const { context } = webhookContext(setup(), delivered(submission), 'manual');
		const { workflowData } = await trigger.webhook.call(context);
		expect(workflowData).toBeDefined();
		const [item] = await play.machine.run(play.n8n.fetchTestEvent(play.main));
		return item?.json;
	}

	it('shows the row of the list, which production gives', async () => {
		await play.set({ simplify: true });

		expect(await listen(submit())).toMatchObject({ status: 'new', tags: '' });
	});

	it('asks for the submission twice if it is not there yet', async () => {
		const submission = submit();
		play.service.failNext({ status: 404 });

		expect(await listen(submission)).toMatchObject({ id: submission.id, status: 'new' });
	});

	it("shows the delivery's own row if the submission cannot be fetched", async () => {
		const submission = submit();
		play.service.failNext({ status: 404 }, { times: 2 });

		expect(await listen(submission)).toMatchObject({ event: 'submission.created' });
	});

	it("shows the delivery's own row in mode Each Delivery", async () => {
		await play.set({ parameters: { mode: 'deliveries' } });

		expect(await listen(submit())).toMatchObject({ event: 'submission.created' });
	});
});

describe('in mode Each Delivery', () => {
	beforeEach(async () => await play.set({ parameters: { mode: 'deliveries' } }));

	it('a poll asks for nothing and returns nothing', async () => {
		await play.begin();

		expect(await outcome()).toMatchObject({ ids: [], requests: 0, seconds: 0 });
	});

	it('what came is not returned in mode None Missed afterwards', async () => {
		submit();
		await pass(30 * SECOND);
		await play.set({ parameters: { mode: 'complete' } });
		const submission = submit();

		expect(await play.poll()).toEqual([submission.id]);
	});
});
