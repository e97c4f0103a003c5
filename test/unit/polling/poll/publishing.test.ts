import type { Fault } from '../../../emulator';
import { Play, type PlayOptions } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

const DOWN: Fault = { status: 503 };

/** The trigger has a position, which n8n has stored. */
async function withPosition(options?: PlayOptions): Promise<void> {
	play = await Play.published(options);
	play.submit({ inSeconds: 1 });
	await play.poll();
}

const formGone = { parameters: { formId: { __rl: true, mode: 'id', value: 'frm_gone' } } };

const NO_FORM = /No form in this workspace has the name or ID "frm_gone"/;

describe('publishing with a stored position', () => {
	const WEB_PAGE = { 'content-type': 'text/html; charset=utf-8' };

	it.each<[string, Fault | 'ECONNREFUSED' | 'CERT_HAS_EXPIRED']>([
		['is down', DOWN],
		['answers with half a body', 'cut'],
		['answers with a maintenance page', 'html'],
		['is behind a firewall', { status: 403, body: '<html>Denied</html>', headers: WEB_PAGE }],
		['swallows requests', 'hang'],
		['refuses connections', 'ECONNREFUSED'],
		['has a certificate that expired', 'CERT_HAS_EXPIRED'],
	])(
		'succeeds although the service %s: that is logged, and later polls return what is new',
		async (_what, fault) => {
			await withPosition();
			const added = play.submit({ count: 150, everyMs: 10, inSeconds: -5 });
			if (fault === 'ECONNREFUSED' || fault === 'CERT_HAS_EXPIRED') play.network.outage = fault;
			else play.service.failNext(fault, { times: Infinity });

			await play.publish(play.main);

			expect(play.n8n.isPublished(play.main)).toBe(true);
			expect(play.warnings).toEqual([expect.stringMatching(/the trigger starts anyway/)]);
			play.service.clearFaults();
			play.network.outage = undefined;
			expect(await play.poll()).toEqual(added);
		},
	);

	it.each<[string, Fault, RegExp]>([
		['the key is refused', { status: 401 }, /rejected the API key.* Enter a valid key/],
		['the key may not read submissions', { status: 403 }, /permission to read submissions/],
	])(
		'fails if %s, and says what to do in the message, which is all that n8n shows',
		async (_what, fault, message) => {
			await withPosition();
			const added = play.submit({ count: 3, everyMs: 10, inSeconds: 5 });
			play.service.failNext(fault);

			await play.publish(play.main);

			expect(play.lastPoll?.error).toMatch(message);
			expect(play.warnings).toEqual([]);
			// n8n tries again.
			await play.poll();
			expect(await play.poll()).toEqual(added);
		},
	);

	it('makes one request and returns nothing: n8n may exit before it stores the execution', async () => {
		await withPosition();
		const added = play.submit({ count: 350, everyMs: 10, inSeconds: -5 });

		await play.publish(play.main);

		expect(play.lastPoll).toMatchObject({ requests: 1, rows: 0 });
		expect(await play.poll()).toEqual(added);
		expect(await play.poll()).toEqual([]);
	});
});

describe('publishing for the first time', () => {
	it('fails if the service is down', async () => {
		play = new Play({ main: { formId: undefined } });
		play.service.failNext(DOWN);

		await play.publish(play.main);

		expect(play.lastPoll?.error).toMatch(/unavailable \(status 503\)/);
		expect(play.n8n.isPublished(play.main)).toBe(false);
	});

	it.each([
		['45', /reached its rate limit\. Try again in 45 seconds\./],
		['11', undefined],
	])(
		'ends in time for n8n to show why if the service refuses requests for %s seconds',
		async (retryAfter, error) => {
			play = new Play({ main: { formId: undefined } });
			play.service.failNext({ status: 429, headers: { 'retry-after': retryAfter } });

			await play.publish(play.main);

			expect(play.lastPoll?.durationMs).toBeLessThanOrEqual(13_000);
			if (error) expect(play.lastPoll?.error).toMatch(error);
			expect(play.n8n.isPublished(play.main)).toBe(!error);
		},
	);

	it('succeeds with Start From although the service is down: that is logged, and polls return everything since', async () => {
		play = new Play({ main: { formId: undefined, startFromMs: NOON - 60_000 } });
		const added = play.submit({ count: 3, everyMs: 10, inSeconds: -30 });
		play.service.failNext(DOWN);

		await play.publish(play.main);

		expect(play.warnings).toEqual([expect.stringMatching(/unavailable \(status 503\)/)]);
		expect(await play.poll()).toEqual(added);
	});

	it('fails if the form is not in the list of forms, and says so', async () => {
		play = await Play.published({ main: formGone });

		expect(play.lastPoll).toMatchObject({ requests: 1, error: expect.stringMatching(NO_FORM) });
	});

	it('takes one more request if a form is chosen; later polls do not check it again', async () => {
		play = await Play.published();
		await play.poll();

		expect(play.main.polls.map(({ requests }) => requests)).toEqual([2, 1]);
	});

	it('checks no form if the list of forms cannot be read', async () => {
		play = new Play();
		play.service.failNext({ status: 403 }, { when: ({ url }) => url.endsWith('/v1/forms') });

		await play.publish(play.main);

		expect(play.n8n.isPublished(play.main)).toBe(true);
		const added = play.submit({ inSeconds: 1 });
		expect(await play.poll()).toEqual(added);
	});
});

describe.each(['default', 'durable'] as const)('a trigger that was published (%s)', (mode) => {
	it('returns what comes in from then on, and nothing that was there', async () => {
		play = new Play({ mode });
		play.submit({ count: 250, everyMs: 1_000, inSeconds: -300 });
		await play.publish(play.main);
		const fresh = play.submit({ count: 5, everyMs: 20_000, inSeconds: 5 });

		expect(await play.pollFor(12)).toEqual(fresh);
	});

	it('never returns what was created before, even if lists contain it only later', async () => {
		play = new Play({ mode });
		play.submit({ inSeconds: -20 });
		play.submit({ inSeconds: -120, lateSeconds: 200 });
		await play.publish(play.main);

		expect(await play.pollFor(12)).toEqual([]);
	});

	it("starts by the service's clock", async () => {
		play = await Play.published({ mode, leadSeconds: 30 });
		const added = play.submit({ count: 30, everyMs: 2_000, inSeconds: 1 });

		expect(await play.pollFor(3)).toEqual(added);
	});
});

it('publishing again during a scheduled poll loses nothing: the new publication returns everything', async () => {
	await withPosition();
	play.submit({ count: 3, everyMs: 10, inSeconds: 5 });
	await play.n8n.passUntil(play.nowMs + 60_000);

	const { n8n, main } = play;
	n8n.begin(0, async () => await n8n.tick(main));
	n8n.begin(0.01, async () => await n8n.publish([main], 'update'));
	await n8n.settle();

	expect(main.polls.slice(-2).map(({ rows }) => rows)).toEqual([0, 0]);
	await play.pollFor(2);
	expect(play.problems()).toEqual([]);
});

describe("n8n's Execute Once, with which n8n drops all but the first of what a poll finds", () => {
	const executeOnce = () => {
		const node = play.main.node.bind(play.main);
		return jest
			.spyOn(play.main, 'node')
			.mockImplementation(() => ({ ...node(), executeOnce: true }));
	};

	it('is refused in words that say what to do', async () => {
		play = new Play();
		executeOnce();

		await play.publish(play.main);

		expect(play.n8n.isPublished(play.main)).toBe(false);
		expect(play.lastPoll).toMatchObject({
			requests: 0,
			error: expect.stringMatching(/'Execute Once' is on .* Turn it off, and publish/),
		});
	});

	it.each(['default', 'durable'] as const)(
		'loses nothing that came while it was on (%s)',
		async (mode) => {
			await withPosition({ mode });
			const switchedOn = executeOnce();
			await play.publish(play.main);
			const added = play.submit({ count: 4, everyMs: 10, inSeconds: 1 });
			await play.poll();
			expect(play.lastPoll?.error).toMatch(/Execute Once/);

			switchedOn.mockRestore();
			await play.publish(play.main);

			expect(await play.poll()).toEqual(added);
		},
	);
});
