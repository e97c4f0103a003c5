import { Outbox } from '../../../../nodes/FormSubmissions/trigger/listening/outbox';
import { surroundings } from '../../../histories/world/triggerFunctions';
import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

describe('what rings nothing, and costs no request', () => {
	it.each<[string, () => Promise<unknown>, unknown]>([
		[
			'forged',
			async () => await one.deliver(one.submit({ status: 'spam' }), 'f'.repeat(64)),
			[401, { error: 'Not accepted: the signature does not match' }],
		],
		[
			'of another form',
			async () => await one.deliver(one.submit({ formId: 'frm_b' })),
			[200, { ignored: 'another form' }],
		],
	])('is a delivery that is %s', async (_what, delivering, response) => {
		one = await OneTrigger.published();
		expect(await delivering()).toEqual(response);

		expect(await one.requestsIn(30 * SECOND)).toBe(0);
	});
});

describe('the start', () => {
	it('hears what is delivered while the list is read for the first time', async () => {
		one = await OneTrigger.published();
		one.play.network.pageMs = 2 * SECOND;
		one.play.n8n.begin(0, async () => await one.play.n8n.publish([one.play.main], 'update'));
		await one.pass(1.5 * SECOND);
		const submission = one.submit();
		await one.deliver(submission);

		await one.pass(6 * SECOND);

		expect(one.returned).toEqual([submission.id]);
	});

	it('fails if the key is rejected, and says what to do in the message', async () => {
		one = new OneTrigger();
		one.play.service.failNext({ status: 401 }, { times: Infinity });

		await one.publish();

		expect(one.play.n8n.isPublished(one.play.main)).toBe(false);
		expect(one.play.main.publications.at(-1)?.error).toMatch(
			/rejected the API key.* Enter a valid key/,
		);
	});

	it('needs one request where there is a position, and does without it while the service is down', async () => {
		one = await OneTrigger.published();
		const submission = one.submit();
		await one.pass(MINUTE);
		one.play.service.failNext({ status: 503 }, { times: 1 });

		await one.publish();
		expect(one.play.n8n.isPublished(one.play.main)).toBe(true);
		expect(one.requests).toBe(1);
		const next = one.submit();
		await one.pass(MINUTE + 2 * SECOND);

		expect(one.returned).toEqual([next.id]);
		expect(submission.id).not.toBe(next.id);
	});
});

describe('an outage', () => {
	const GOES_ON = /There is nothing to retry: what came meanwhile runs by itself afterward\.$/;

	it('when n8n starts is shown as one with which the trigger goes on, and does', async () => {
		one = await OneTrigger.published();
		one.play.network.outage = 'ECONNREFUSED';
		await one.play.n8n.restart(20);
		const submission = one.submit();
		await one.pass(MINUTE);
		expect(one.play.main.failures).toEqual([expect.stringMatching(GOES_ON)]);

		one.play.network.outage = undefined;
		await one.pass(2 * MINUTE);

		expect(one.returned).toEqual([submission.id]);
	});

	it('when the workflow is published for the first time is not: n8n gives the trigger up', async () => {
		one = new OneTrigger();
		one.play.network.outage = 'ECONNREFUSED';

		await one.publish();

		expect(one.play.n8n.isPublished(one.play.main)).toBe(false);
		expect(one.play.main.publications.at(-1)?.error).toMatch(/could not be reached/);
		expect(one.play.main.publications.at(-1)?.error).not.toMatch(GOES_ON);
	});
});

describe('what goes wrong', () => {
	it('is shown once an hour as a failed execution, while the trigger goes on', async () => {
		one = await OneTrigger.published();
		one.play.service.failNext({ status: 503 }, { times: Infinity });
		await one.pass(90 * MINUTE);
		expect(one.play.main.failures).toHaveLength(2);
		expect(one.play.main.failures[0]).toMatch(/The service is unavailable/);
		one.play.service.clearFaults();
		const submission = one.submit();

		await one.pass(2 * MINUTE);

		expect(one.returned).toEqual([submission.id]);
	});

	it('is not said if it is the rate limit, which only delays', async () => {
		one = await OneTrigger.published();
		one.play.service.failNext({ status: 429, headers: { 'retry-after': '50' } }, { times: 20 });

		await one.pass(10 * MINUTE);

		expect(one.play.main.failures).toEqual([]);
	});

	it('is said once if it is a credential that is gone', async () => {
		one = await OneTrigger.published();
		const { credentialsHelper } = surroundings.additionalData;
		jest.spyOn(credentialsHelper, 'getDecrypted').mockRejectedValue(new Error('gone'));
		one.play.n8n.ring(one.play.main);

		await one.pass(2 * MINUTE);

		expect(one.play.main.failures).toHaveLength(1);
	});

	it('costs no questions, if the key is rejected: rings are not heard until the next minute', async () => {
		one = await OneTrigger.published();
		one.play.service.failNext({ status: 401 }, { times: Infinity });
		await one.deliver(one.submit());
		await one.pass(SECOND);
		const before = one.requests;
		for (let second = 0; second < 120; second++) {
			await one.deliver(one.submit());
			await one.pass(SECOND);
		}
		expect(one.requests - before).toBeLessThanOrEqual(2);
		one.play.service.clearFaults();

		await one.pass(MINUTE + 10 * SECOND);

		expect(one.returned).toHaveLength(121);
	});

	it('is a destination that is gone: that is shown once if deliveries stop while the list goes on growing', async () => {
		one = await OneTrigger.published();
		await one.deliver(one.submit());
		for (let minute = 0; minute < 40; minute += 4) {
			await one.pass(4 * MINUTE);
			one.submit();
		}
		await one.pass(MINUTE);

		expect(one.play.main.failures).toEqual([
			expect.stringMatching(/no longer reach n8n.*Register Again/),
		]);
	});

	it.each<[string, () => Promise<unknown>]>([
		['none was ever heard', async () => {}],
		['late ones are found', async () => await one.deliver(one.submit())],
	])('is none if %s', async (what, begin) => {
		one = await OneTrigger.published();
		await begin();
		for (let minute = 0; minute < 40; minute += 4) {
			await one.pass(4 * MINUTE);
			const createdAt =
				what === 'late ones are found' ? one.play.nowMs - 8 * MINUTE : one.play.nowMs;
			one.submit({ createdAt });
		}
		await one.pass(MINUTE);

		expect(one.play.main.failures).toEqual([]);
	});

	it('is none if what is found is spam, which the service may not deliver', async () => {
		one = await OneTrigger.published({
			main: { parameters: { filters: { status: ['new', 'spam'] } } },
		});
		await one.deliver(one.submit());
		for (let minute = 0; minute < 40; minute += 4) {
			await one.pass(4 * MINUTE);
			one.submit({ status: 'spam' });
		}
		await one.pass(MINUTE);

		expect(one.returned).toHaveLength(11);
		expect(one.play.main.failures).toEqual([]);
	});

	it('is none if a burst that was delivered is found by several readings', async () => {
		one = await OneTrigger.published();
		one.play.submit({ count: 250, inSeconds: 0.01, isDelivered: true });
		await one.pass(15 * MINUTE);
		one.submit();

		await one.pass(2 * MINUTE);

		expect(one.returned).toHaveLength(251);
		expect(one.play.main.failures).toEqual([]);
	});

	it('is none if the list shows what is delivered a moment later', async () => {
		one = await OneTrigger.published();
		for (let count = 0; count < 3; count++) {
			await one.deliver(one.submit({ visibleAt: one.play.nowMs + 2.5 * SECOND }));
		}
		await one.pass(15 * MINUTE);
		one.submit();
		await one.pass(MINUTE);

		expect(one.returned).toHaveLength(4);
		expect(one.play.main.failures).toEqual([]);
	});
});

describe('an error that nobody expected', () => {
	/** The next call of this throws. */
	function breakOnce(name: 'untilNextMs' | 'addAgain' | 'markTaken'): void {
		jest.spyOn(Outbox.prototype, name).mockImplementationOnce(() => {
			throw new Error('nobody expected this');
		});
	}

	const expectTold = () =>
		expect(one.play.main.failures).toEqual([expect.stringContaining('nobody expected this')]);

	it.each([
		['in the loop of the trigger', 'untilNextMs'],
		['while a run is handed over', 'markTaken'],
	] as const)('%s is told, and the trigger goes on', async (_where, name) => {
		one = await OneTrigger.published();
		breakOnce(name);
		one.arrive(3);
		await one.pass(2 * MINUTE);
		one.arrive(3);
		await one.pass(5 * SECOND);

		expectTold();
		expect(one.play.problems()).toEqual([]);
	});

	it('while what the process before left is handed over again is told, and that goes on', async () => {
		one = await OneTrigger.published();
		one.play.n8n.killMoment = 'stateOnly';
		one.arrive(1);
		breakOnce('addAgain');
		await one.pass(5 * MINUTE);

		expectTold();
		expect(one.returned).toHaveLength(1);
		expect(one.play.problems()).toEqual([]);
	});
});
