import { FormSubmissionsTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { notePublishing } from '../../../../nodes/FormSubmissions/webhook/destination/publishingProgress';
import type { Submission, SubmissionSeed } from '../../../emulator';
import { Play, type PlayOptions } from '../../../histories/play';
import { KEY, surroundings } from '../../../histories/world/pollFunctions';
import { webhookContext, type NodeSetup } from '../../../support/n8n';
import { derivedSecret } from '../../../support/webhookTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const SECRET_OF_MAIN = derivedSecret(KEY, { nodeId: 'main' });

let play: Play;

afterEach(() => play.stop());

const trigger = new FormSubmissionsTrigger();

/** A trigger that has been published, and has read the list for the first time. */
async function published(options: PlayOptions = {}): Promise<void> {
	play = await Play.published({ ...options, main: { listens: true, ...options.main } });
	await pass(2 * SECOND);
}

function setup(): NodeSetup {
	const { id, parameters } = play.main.node();
	const credential = { apiKey: KEY };
	return { kind: 'formSubmissionsTrigger', nodeId: id, parameters, credential };
}

function submit(about: Partial<SubmissionSeed> = {}): Submission {
	return play.service.addSubmission({ formId: 'frm_a', createdAt: play.nowMs, ...about });
}

/** Delivers it; returns the status and the body of the response, or that n8n is to run the workflow. */
async function deliver(
	submission: Submission,
	secret = SECRET_OF_MAIN,
): Promise<'runs' | unknown[]> {
	const destination = { url: 'https://n8n.example.org/', secret };
	const { headers, body } = play.service.buildDelivery(submission, destination);
	const request = {
		headers: Object.fromEntries(new Headers(headers)),
		rawBody: Buffer.from(body),
	};
	const staticData = play.n8n.storedData();
	const { context, response } = webhookContext({ ...setup(), staticData }, request);
	jest.spyOn(context.logger, 'info').mockReturnValue();
	const { workflowData } = await trigger.webhook.call(context);
	if (!workflowData) {
		play.n8n.save(context.workflow);
		return [response.statusCode, response.body];
	}
	response.status(200).json({});
	return 'runs';
}

async function pass(ms: number): Promise<void> {
	await play.n8n.passUntil(play.nowMs + ms);
}

const returned = () => play.main.returned.map(({ json }) => json.id);

const requests = () => play.lastPoll?.requests ?? NaN;

/** How many requests are sent in this time. */
async function requestsIn(ms: number): Promise<number> {
	const before = requests();
	await pass(ms);
	return requests() - before;
}

describe('a trigger that listens', () => {
	it('asks once a minute if nothing comes', async () => {
		await published();

		expect(await requestsIn(10 * MINUTE)).toBe(10);
	});

	it('asks hardly more often if its list has several pages, which are slow', async () => {
		await published();
		play.service.change({ sameCursors: true });
		play.network.pageMs = 1.5 * SECOND;
		for (let index = 0; index < 200; index++) {
			await deliver(submit());
			await pass(6 * SECOND);
		}
		await pass(2 * MINUTE);

		expect(await requestsIn(30 * MINUTE)).toBeLessThan(45);
	});

	it('runs the workflow at once with what was delivered, whose response is 200', async () => {
		await published();
		await pass(20 * SECOND);
		const submission = submit();

		expect(await deliver(submission)).toEqual([200, { received: true }]);
		await pass(SECOND / 2);

		expect(returned()).toEqual([submission.id]);
	});

	it('S8: notices within some ten seconds that its credential has changed', async () => {
		await published();
		await deliver(submit());
		await pass(SECOND);
		const { credentialsHelper } = surroundings.additionalData;
		jest.spyOn(credentialsHelper, 'getDecrypted').mockRejectedValue(new Error('It is gone'));
		for (let second = 0; second < 12; second++) {
			await deliver(submit());
			await pass(SECOND);
		}

		expect(play.main.failures).toEqual([expect.stringContaining('It is gone')]);
	});

	it('runs it within a minute with what was not delivered', async () => {
		await published();
		const submission = submit();

		await pass(MINUTE + SECOND);

		expect(returned()).toEqual([submission.id]);
	});

	it.each([0.8, 3, 6])(
		'reads again if the submission is in the list only %d s after its delivery',
		async (lateSeconds) => {
			await published();
			const submission = submit({ visibleAt: play.nowMs + lateSeconds * SECOND });
			await deliver(submission);

			await pass((lateSeconds + 2.5) * SECOND);

			expect(returned()).toEqual([submission.id]);
		},
	);

	it.each([
		[0, 3],
		[0.5, 3],
		[2.5, 6],
		[6.5, 6],
	])(
		'reads again for each that was delivered, the second one %d s after the first, in the list %d s later',
		async (secondInSeconds, lateSeconds) => {
			await published();
			const late = () => submit({ visibleAt: play.nowMs + lateSeconds * SECOND });
			const first = late();
			await deliver(first);
			await pass(secondInSeconds * SECOND);
			const second = late();
			await deliver(second);

			await pass((lateSeconds + 3) * SECOND);

			expect(returned()).toEqual([first.id, second.id]);
		},
	);

	it('reads four times at most for a delivery of what never is in the list', async () => {
		await published();
		await deliver(submit({ status: 'spam' }));

		expect(await requestsIn(30 * SECOND)).toBe(4);
	});

	it('asks 60 times a minute at most, however much spam is delivered, and still hears a genuine one', async () => {
		await published();
		const spam = async (seconds: number) => {
			for (let second = 0; second < seconds; second += 0.2) {
				await deliver(submit({ status: 'spam' }));
				await pass(SECOND / 5);
			}
		};
		const before = requests();
		await spam(60);
		expect(requests() - before).toBeLessThanOrEqual(62);
		const submission = submit();
		await deliver(submission);
		await spam(10);

		expect(returned()).toEqual([submission.id]);
	});
});

describe('what rings nothing, and costs no request', () => {
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
	])('is a delivery that is %s', async (_what, delivering, response) => {
		await published();
		expect(await delivering()).toEqual(response);

		expect(await requestsIn(30 * SECOND)).toBe(0);
	});
});

/** So many submissions a minute for some minutes, each delivered; returns how long each took (milliseconds). */
async function delays(perMinute: number, minutes: number, pageMs: number): Promise<number[]> {
	play.network.pageMs = pageMs;
	const count = Math.round(perMinute * minutes);
	const created = new Map<string, number>();
	const taken: number[] = [];
	let seen = 0;
	const look = () => {
		for (const id of returned().slice(seen))
			taken.push(play.nowMs - (created.get(String(id)) ?? 0));
		seen = returned().length;
	};
	for (let index = 0; index < count; index++) {
		const untilMs = play.nowMs + MINUTE / perMinute;
		const submission = submit();
		created.set(submission.id, play.nowMs);
		await deliver(submission);
		while (play.nowMs < untilMs) {
			await pass(Math.min(100, untilMs - play.nowMs));
			look();
		}
	}
	for (let waited = 0; waited < 100; waited++) {
		await pass(100);
		look();
	}
	expect(returned()).toHaveLength(count);
	expect(new Set(returned()).size).toBe(count);
	return taken;
}

describe('runs within three seconds of the delivery', () => {
	it.each([
		[1, 0.2],
		[1, 1],
		[5, 0.2],
		[60, 0.2],
		[60, 1],
		[300, 0.2],
		[600, 0.2],
		[600, 1],
	])('%d submissions a minute, with pages of %d s', async (perMinute, pageSeconds) => {
		await published();
		const taken = await delays(perMinute, perMinute > 100 ? 2 : 5, pageSeconds * SECOND);

		expect(Math.max(...taken)).toBeLessThanOrEqual(3_200);
	});
});

describe('an outage', () => {
	const GOES_ON = /There is nothing to retry: what came meanwhile runs by itself afterward\.$/;

	it('when n8n starts is shown as one with which the trigger goes on, and does', async () => {
		await published();
		play.network.outage = 'ECONNREFUSED';
		await play.n8n.restart(20);
		const submission = submit();
		await pass(10 * SECOND);
		expect(play.main.failures).toEqual([expect.stringMatching(GOES_ON)]);

		play.network.outage = undefined;
		await pass(2 * MINUTE);

		expect(returned()).toEqual([submission.id]);
	});

	it('when the workflow is published for the first time is not: n8n gives the trigger up', async () => {
		play = new Play({ main: { listens: true } });
		play.network.outage = 'ECONNREFUSED';

		await play.publish(play.main);

		expect(play.n8n.isPublished(play.main)).toBe(false);
		expect(play.main.polls.at(-1)?.error).toMatch(/could not be reached/);
		expect(play.main.polls.at(-1)?.error).not.toMatch(GOES_ON);
	});
});

describe('a backlog', () => {
	it('comes in runs of at most 1,000 after an outage, with what is new between', async () => {
		await published({ main: { runFor: 'together' } });
		play.network.outage = 'ECONNREFUSED';
		await pass(MINUTE);
		for (let index = 0; index < 5_000; index++) submit();
		play.network.outage = undefined;
		play.network.pageMs = SECOND;
		await pass(20 * SECOND);
		const submission = submit();
		await deliver(submission);
		const deliveredMs = play.nowMs;
		while (!returned().includes(submission.id)) await pass(SECOND / 4);
		expect(play.nowMs - deliveredMs).toBeLessThanOrEqual(10 * SECOND);

		await pass(2 * MINUTE);

		expect(returned()).toHaveLength(5_001);
		expect(Math.max(...play.main.runs)).toBeLessThanOrEqual(1_000);
	});

	it.each(['status500', 'hang'] as const)(
		'whose page can never be read (%s) holds up nothing new, and is shown once an hour',
		async (how) => {
			await published();
			play.network.outage = 'ECONNREFUSED';
			await pass(MINUTE);
			const ids = Array.from({ length: 500 }, () => submit().id);
			play.network.outage = undefined;
			if (how === 'hang') {
				play.service.failNext('hang', {
					times: Infinity,
					when: ({ url }) => url.includes('cursor='),
				});
			} else play.service.breakRow(ids[200] ?? '', 'status500');
			await pass(3 * MINUTE);
			const taken = [];
			for (let count = 0; count < 20; count++) {
				const submission = submit();
				const deliveredMs = play.nowMs;
				await deliver(submission);
				while (!returned().includes(submission.id)) await pass(SECOND / 4);
				taken.push(play.nowMs - deliveredMs);
				await pass(7 * SECOND);
			}

			expect(Math.max(...taken)).toBeLessThanOrEqual(10 * SECOND);
			expect(play.main.failures).toHaveLength(1);
			play.service.mendRows();
			play.service.clearFaults();
			await pass(2 * MINUTE);
			expect(returned()).toHaveLength(520);
		},
	);

	it('is read even if each of its pages takes 12 seconds', async () => {
		await published();
		play.network.outage = 'ECONNREFUSED';
		await pass(MINUTE);
		for (let index = 0; index < 400; index++) submit();
		play.network.outage = undefined;
		play.network.pageMs = 12 * SECOND;

		await pass(4 * MINUTE);

		expect(returned()).toHaveLength(400);
	});
});

describe('the end', () => {
	it('of a trigger ends its reading: what was under way runs nothing, and the next one begins with it', async () => {
		await published();
		play.network.pageMs = 5 * SECOND;
		const submission = submit();
		await deliver(submission);
		await pass(SECOND);
		const [first] = [play.main];

		await play.publish(play.main);
		await pass(10 * SECOND);

		expect(first.runs).toEqual([1]);
		expect(returned()).toEqual([submission.id]);
	});

	it('is over at once, whatever is under way', async () => {
		await published();
		play.network.pageMs = 20 * SECOND;
		await deliver(submit());
		await pass(SECOND);
		const before = play.nowMs;

		await play.n8n.untilOver(play.n8n.unpublish(play.main));

		expect(play.nowMs - before).toBe(0);
		expect(await requestsIn(5 * MINUTE)).toBe(0);
		expect(returned()).toEqual([]);
	});

	it('does not come with a clock that is set back an hour', async () => {
		await published();
		play.machine.moveClock(-60 * MINUTE);
		const submission = submit();
		play.n8n.ring(play.main);
		await pass(SECOND);
		expect(returned()).toEqual([submission.id]);

		expect(await requestsIn(10 * MINUTE)).toBeGreaterThanOrEqual(9);
	});

	it('of one that n8n begins anew without ending it leaves one that reads', async () => {
		await published();
		await play.n8n.untilOver(play.n8n.beginAnew(play.main));

		await pass(2 * SECOND);

		expect(await requestsIn(10 * MINUTE)).toBe(10);
	});

	it('of one that n8n ends only after it has begun the next leaves that one hearing deliveries', async () => {
		await published();
		await play.n8n.untilOver(play.n8n.beginAnew(play.main, true));
		await pass(20 * SECOND);
		const submission = submit();
		await deliver(submission);

		await pass(SECOND);

		expect(returned()).toEqual([submission.id]);
	});
});

describe('the start', () => {
	it('reads nothing if the registration failed, and runs nothing until it has worked', async () => {
		play = new Play({ main: { listens: true } });
		play.n8n.publishingProgress = 'failed';
		await play.publish(play.main);
		submit();
		expect(await requestsIn(5 * MINUTE)).toBe(0);

		notePublishing('workflow1\nmain', 'done');
		await pass(2 * MINUTE);
		const submission = submit();
		await pass(MINUTE);

		expect(returned()).toEqual([submission.id]);
	});

	it('leaves n8n time for other things if deliveries come to a trigger whose registration failed', async () => {
		play = new Play({ main: { listens: true } });
		play.n8n.publishingProgress = 'failed';
		await play.publish(play.main);

		await deliver(submit());

		expect(await requestsIn(5 * MINUTE)).toBe(0);
	});

	it('waits for a registration that n8n tries again, so what is delivered right after publishing runs', async () => {
		play = new Play({ main: { listens: true } });
		play.n8n.publishingProgress = 'failed';
		play.n8n.begin(8, async () => notePublishing('workflow1\nmain', 'done'));
		await play.publish(play.main);
		const submission = submit();
		await deliver(submission);

		await pass(20 * SECOND);

		expect(returned()).toEqual([submission.id]);
	});

	it('hears what is delivered while the list is read for the first time', async () => {
		await published();
		play.network.pageMs = 2 * SECOND;
		play.n8n.begin(0, async () => await play.n8n.publish([play.main], 'update'));
		await pass(1.5 * SECOND);
		const submission = submit();
		await deliver(submission);

		await pass(6 * SECOND);

		expect(returned()).toEqual([submission.id]);
	});

	it('fails if the key is rejected, and says what to do in the message', async () => {
		play = new Play({ main: { listens: true } });
		play.service.failNext({ status: 401 }, { times: Infinity });

		await play.publish(play.main);

		expect(play.n8n.isPublished(play.main)).toBe(false);
		expect(play.lastPoll?.error).toMatch(/rejected the API key.* Enter a valid key/);
	});

	it('needs one request where there is a position, and does without it while the service is down', async () => {
		await published();
		const submission = submit();
		await pass(MINUTE);
		play.service.failNext({ status: 503 }, { times: 1 });

		await play.publish(play.main);
		expect(play.n8n.isPublished(play.main)).toBe(true);
		expect(requests()).toBe(1);
		const next = submit();
		await pass(MINUTE + 2 * SECOND);

		expect(returned()).toEqual([next.id]);
		expect(submission.id).not.toBe(next.id);
	});
});

describe('what goes wrong', () => {
	it('is shown once an hour as a failed execution, while the trigger goes on', async () => {
		await published();
		play.service.failNext({ status: 503 }, { times: Infinity });
		await pass(90 * MINUTE);
		expect(play.main.failures).toHaveLength(2);
		expect(play.main.failures[0]).toMatch(/The service is unavailable/);
		play.service.clearFaults();
		const submission = submit();

		await pass(2 * MINUTE);

		expect(returned()).toEqual([submission.id]);
	});

	it('is not said if it is the rate limit, which only delays', async () => {
		await published();
		play.service.failNext({ status: 429, headers: { 'retry-after': '50' } }, { times: 20 });

		await pass(10 * MINUTE);

		expect(play.main.failures).toEqual([]);
	});

	it('is said once if it is a credential that is gone', async () => {
		await published();
		const { credentialsHelper } = surroundings.additionalData;
		jest.spyOn(credentialsHelper, 'getDecrypted').mockRejectedValue(new Error('gone'));
		play.n8n.ring(play.main);

		await pass(2 * MINUTE);

		expect(play.main.failures).toHaveLength(1);
	});

	it('costs no questions, if the key is rejected: rings are not heard until the next minute', async () => {
		await published();
		play.service.failNext({ status: 401 }, { times: Infinity });
		await deliver(submit());
		await pass(SECOND);
		const before = requests();
		for (let second = 0; second < 120; second++) {
			await deliver(submit());
			await pass(SECOND);
		}
		expect(requests() - before).toBeLessThanOrEqual(2);
		play.service.clearFaults();

		await pass(MINUTE + 10 * SECOND);

		expect(returned()).toHaveLength(121);
	});

	it('is a destination that is gone: that is shown once if deliveries stop while the list goes on growing', async () => {
		await published();
		await deliver(submit());
		for (let minute = 0; minute < 40; minute += 4) {
			await pass(4 * MINUTE);
			submit();
		}
		await pass(MINUTE);

		expect(play.main.failures).toEqual([
			expect.stringMatching(/no longer reach n8n.*Register Again/),
		]);
	});

	it.each<[string, () => Promise<unknown>]>([
		['none was ever heard', async () => {}],
		['late ones are found', async () => await deliver(submit())],
	])('is none if %s', async (what, begin) => {
		await published();
		await begin();
		for (let minute = 0; minute < 40; minute += 4) {
			await pass(4 * MINUTE);
			const createdAt = what === 'late ones are found' ? play.nowMs - 8 * MINUTE : play.nowMs;
			submit({ createdAt });
		}
		await pass(MINUTE);

		expect(play.main.failures).toEqual([]);
	});

	it('is none if what is found is spam, which the service may not deliver', async () => {
		await published({ main: { parameters: { filters: { status: ['new', 'spam'] } } } });
		await deliver(submit());
		for (let minute = 0; minute < 40; minute += 4) {
			await pass(4 * MINUTE);
			submit({ status: 'spam' });
		}
		await pass(MINUTE);

		expect(returned()).toHaveLength(11);
		expect(play.main.failures).toEqual([]);
	});

	it('is none if a burst that was delivered is found by several readings', async () => {
		await published();
		play.submit({ count: 250, inSeconds: 0.01, isDelivered: true });
		await pass(15 * MINUTE);
		submit();

		await pass(2 * MINUTE);

		expect(returned()).toHaveLength(251);
		expect(play.main.failures).toEqual([]);
	});

	it('is none if the list shows what is delivered a moment later', async () => {
		await published();
		for (let count = 0; count < 3; count++) {
			await deliver(submit({ visibleAt: play.nowMs + 2.5 * SECOND }));
		}
		await pass(15 * MINUTE);
		submit();
		await pass(MINUTE);

		expect(returned()).toHaveLength(4);
		expect(play.main.failures).toEqual([]);
	});
});

describe('in mode Each Delivery as Sent', () => {
	const deliveries = { parameters: { mode: 'deliveries' } };

	it('nothing is read', async () => {
		play = await Play.published({ main: { listens: true, ...deliveries } });
		await pass(5 * MINUTE);

		expect(play.n8n.isPublished(play.main)).toBe(true);
		expect(play.lastPoll?.requests).toBe(0);
		expect(await deliver(submit())).toBe('runs');
	});

	it('nothing of before runs, and what comes once the mode is changed back is a new start', async () => {
		await published();
		submit();
		await pass(MINUTE);
		submit();
		await play.set({ listens: true, ...deliveries });
		await pass(5 * MINUTE);
		expect(returned()).toEqual([]);
		expect(await deliver(submit())).toBe('runs');

		await play.set({ listens: true, parameters: {} });
		const submission = submit();
		await deliver(submission);
		await pass(20 * SECOND);

		expect(returned()).toEqual([submission.id]);
	});
});
