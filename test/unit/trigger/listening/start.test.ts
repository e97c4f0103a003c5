import type { Fault } from '../../../emulator';
import { Play, type PlayOptions } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let play: Play;

afterEach(() => play.stop());

const lastError = () => play.main.publications.at(-1)?.error;

const DOWN: Fault = { status: 503 };

const formGone = { parameters: { formId: { __rl: true, mode: 'id', value: 'frm_gone' } } };

describe('publishing for the first time', () => {
	it('asks whether the form exists, and for the newest submissions', async () => {
		play = await Play.published();

		expect(play.main.requests).toBe(2);
	});

	it.each<[string, Fault, RegExp]>([
		['the service is down', DOWN, /unavailable \(status 503\)/],
		['the key is refused', { status: 401 }, /rejected the API key.* Enter a valid key/],
		['the key has no permission to read', { status: 403 }, /permission to read submissions/],
	])(
		'fails if %s, and says what to do in the message, which is all that n8n shows',
		async (_what, fault, message) => {
			play = new Play({ main: { formId: undefined } });
			play.service.failNext(fault);
			await play.publish(play.main);

			expect(lastError()).toMatch(message);
			expect(play.n8n.isPublished(play.main)).toBe(false);
		},
	);

	it('that failed leaves nothing behind: the next time is the first', async () => {
		play = new Play();
		play.service.failNext({ status: 401 });
		await play.publish(play.main);
		play.submit({ count: 3, inSeconds: 1 });
		await play.pass(10 * SECOND);
		await play.publish(play.main);
		await play.pass(2 * MINUTE);

		expect(play.returned).toEqual([]);
	});

	it.each([
		['45', /reached its rate limit\. Try again in 45 seconds\./],
		['11', undefined],
	])(
		'ends in time for n8n to show why if the service refuses requests for %s seconds',
		async (retryAfter, error) => {
			play = new Play({ main: { formId: undefined } });
			play.service.failNext({ status: 429, headers: { 'retry-after': retryAfter } });
			const before = play.nowMs;
			await play.publish(play.main);

			expect(play.nowMs - before).toBeLessThanOrEqual(13_000);
			expect(play.n8n.isPublished(play.main)).toBe(!error);
			if (error) expect(lastError()).toMatch(error);
		},
	);

	it('fails if the form is not in the list of forms, and says so', async () => {
		play = await Play.published({ main: formGone });

		expect(lastError()).toMatch(/No form in this workspace has the name or ID "frm_gone"/);
	});

	it('checks no form if the list of forms cannot be read', async () => {
		play = new Play();
		play.service.failNext({ status: 403 }, { when: ({ url }) => url.endsWith('/v1/forms') });
		await play.publish(play.main);

		expect(play.n8n.isPublished(play.main)).toBe(true);
	});

	it('with Start From succeeds although the service is down: all since then comes', async () => {
		play = new Play({ main: { formId: undefined, startFromMs: NOON - MINUTE } });
		play.submit({ count: 3, everyMs: 10, inSeconds: -90 });
		const ids = play.submit({ count: 3, everyMs: 10, inSeconds: -30 });
		play.network.outage = 'ECONNREFUSED';
		await play.publish(play.main);
		play.network.outage = undefined;
		await play.pass(2 * MINUTE);

		expect(play.returned).toEqual(ids);
	});

	it.each([
		['10:00:00', 1],
		['10:00:01', 0],
	])("reads Start From without a time zone in the workflow's (%s)", async (time, count) => {
		// 09:00 in UTC is 10:00 in Berlin.
		const startFrom = `2026-03-10T${time}`;
		play = new Play({ main: { parameters: { options: { startFrom } } } });
		play.n8n.settings = { timezone: 'Europe/Berlin' };
		play.submit({ inSeconds: -3 * 3_600 });
		await play.publish(play.main);
		await play.pass(10 * SECOND);

		expect(play.returned).toHaveLength(count);
	});
});

describe('a trigger that was published', () => {
	const published = async (options?: PlayOptions, before = () => {}) => {
		play = new Play(options);
		before();
		await play.publish(play.main);
	};

	it('runs what comes from then on, and nothing that was there', async () => {
		await published({}, () => play.submit({ count: 250, everyMs: 1_000, inSeconds: -300 }));
		const fresh = play.submit({ count: 5, everyMs: 20_000, inSeconds: 5 });
		await play.pass(12 * MINUTE);

		expect(play.returned).toEqual(fresh);
	});

	it('R16: never runs what was created before, even if lists contain it only later', async () => {
		await published({}, () => {
			play.submit({ inSeconds: -20 });
			play.submit({ inSeconds: -120, lateSeconds: 200 });
		});
		await play.pass(12 * MINUTE);

		expect(play.returned).toEqual([]);
	});

	it("starts by the service's clock", async () => {
		await published({ leadSeconds: 30 });
		const ids = play.submit({ count: 30, everyMs: 2_000, inSeconds: 1 });
		await play.pass(3 * MINUTE);

		expect(play.returned).toEqual(ids);
	});

	it('runs for every form with All Forms, and only for the chosen one otherwise', async () => {
		await published({ main: { formId: undefined } });
		const ids = ['frm_a', 'frm_b'].flatMap((formId, index) =>
			play.submit({ inSeconds: 1 + index, formId }),
		);
		await play.pass(2 * MINUTE);
		expect(play.returned).toEqual(ids);

		await play.set({ formId: 'frm_b' });
		play.submit({ inSeconds: 1, formId: 'frm_a' });
		const third = play.submit({ inSeconds: 2, formId: 'frm_b' });
		await play.pass(2 * MINUTE);
		expect(play.returned).toEqual(third);
	});

	it('remembers nothing of Execute step', async () => {
		await published();
		const ids = play.submit({ count: 2, everyMs: 10, inSeconds: 1 });
		await play.pass(10 * SECOND);
		const items = await play.machine.run(play.n8n.executeStep(play.main));
		await play.pass(2 * MINUTE);

		expect(items.map(({ json }) => json.id)).toEqual(ids.slice(-1));
		expect(play.returned).toEqual(ids);
	});
});

/** The trigger has a start, which n8n has stored; then so many come, and it isn't told. */
async function withStart(count: number): Promise<void> {
	play = await Play.published();
	play.submit({ inSeconds: 1 });
	await play.pass(2 * MINUTE);
	play.submit({ count, everyMs: 10, inSeconds: 1, isDelivered: false });
	await play.pass(5 * SECOND);
}

describe('publishing with a stored start', () => {
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
		'succeeds although the service %s: that is shown, and what came runs later',
		async (_what, fault) => {
			await withStart(150);
			if (fault === 'ECONNREFUSED' || fault === 'CERT_HAS_EXPIRED') play.network.outage = fault;
			else play.service.failNext(fault, { times: Infinity });
			await play.publish(play.main);
			expect(play.n8n.isPublished(play.main)).toBe(true);
			expect(play.main.failures).toHaveLength(1);

			play.service.clearFaults();
			play.network.outage = undefined;
			await play.pass(2 * MINUTE);
			expect(play.problems()).toEqual([]);
		},
	);

	it.each<[string, Fault, RegExp]>([
		['the key is refused', { status: 401 }, /rejected the API key.* Enter a valid key/],
		['the key may not read submissions', { status: 403 }, /permission to read submissions/],
	])(
		'fails if %s, which only a person can change, and loses nothing',
		async (_what, fault, message) => {
			await withStart(3);
			play.service.failNext(fault);
			await play.publish(play.main);
			expect(lastError()).toMatch(message);
			expect(play.n8n.isPublished(play.main)).toBe(false);

			await play.publish(play.main);
			await play.pass(2 * MINUTE);
			expect(play.problems()).toEqual([]);
		},
	);
});

describe("n8n's start", () => {
	it('waits for nothing that the service answers, though nothing is stored', async () => {
		play = await Play.published();
		play.n8n.storeData({});
		play.network.pageMs = 20 * SECOND;
		const before = play.nowMs;
		await play.n8n.restart(20);

		expect(play.nowMs - before).toBe(20 * SECOND);
		expect(play.n8n.isPublished(play.main)).toBe(true);
	});

	it('says what to do if what is stored cannot be read', async () => {
		await withStart(1);
		play.n8n.damageState({ target: '["",[],false]' });
		await play.n8n.restart(20);

		expect(lastError()).toMatch(/can't be read.*Start From/);
	});

	it.each([0, 3])(
		'after an hour in which nothing ran loses and repeats nothing (%d came before)',
		async (count) => {
			play = await Play.published();
			play.submit({ count, everyMs: 10, inSeconds: 5, isDelivered: false });
			await play.minutes(2);
			play.submit({ status: 'spam', count: 5, everyMs: 600_000, inSeconds: 300 });
			await play.minutes(55);
			// Not visible yet, not read yet, and while n8n is down.
			play.submit({ lateSeconds: 8 * 60 });
			await play.minutes(5);
			play.submit();
			play.submit({ count: 3, everyMs: 10, inSeconds: 30 });
			await play.n8n.restart(90);
			await play.minutes(20);

			expect(play.problems()).toEqual([]);
		},
	);
});
