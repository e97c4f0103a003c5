import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { webhookContext, type NodeSetup, type ReceivedRequest } from '../../support/n8n';
import { BASE_URL } from '../../support/baseUrl';
import { answerOf, API_KEY, SECRET, World, type Received } from '../../support/webhookTrigger';

const FIVE_MINUTES = 5 * 60_000;

let world: World;

beforeEach(() => (world = new World()));

afterEach(() => jest.restoreAllMocks());

describe('a genuine delivery', () => {
	it('runs the workflow with one flat row, and n8n responds with short JSON', async () => {
		const submission = world.submission({ email: 'visitor@example.org', name: 'Zażółć 🦊' });

		const { result, response } = await world.receive(world.delivery(submission));

		expect(result).toEqual({
			workflowData: [
				[
					{
						json: {
							id: submission.id,
							formId: world.form.id,
							formName: 'Contact',
							submittedAt: submission.meta.submittedAt,
							spamScore: 0,
							email: 'visitor@example.org',
							name: 'Zażółć 🦊',
						},
					},
				],
			],
			webhookResponse: { received: true },
		});
		expect(response.isEnded).toBe(false);
	});

	it('runs it with the JSON as received when Simplify is off', async () => {
		const request = world.delivery();

		const { json } = await world.receive(request, world.trigger({ simplify: false }));

		expect(json).toEqual(JSON.parse(String(request.rawBody)));
	});

	it('may have 16 MB', async () => {
		const submission = world.submission({ text: 'x'.repeat(16 * 1024 * 1024 - 500) });

		const { json } = await world.receive(world.delivery(submission));

		expect(json).toMatchObject({ id: submission.id });
	});
});

describe('a delivery that is refused', () => {
	type Refusal = [string, string, () => ReceivedRequest];

	it.each<Refusal>([
		[
			'without a signature',
			'the signature headers are missing',
			() => world.delivery(undefined, { secret: null }),
		],
		[
			'with another secret',
			'the signature does not match',
			() => world.delivery(undefined, { secret: 'another' }),
		],
		[
			'that is too old',
			'the timestamp is more than five minutes old',
			() => world.delivery(undefined, { timestamp: world.nowMs - FIVE_MINUTES - 1 }),
		],
	])(
		'(%s) gets 401 with the reason, runs nothing, and is logged once',
		async (_how, reason, make) => {
			const received = await world.receive(make());

			expect(answerOf(received)).toEqual([401, { error: `Not accepted: ${reason}` }]);
			expect(received.warnings).toHaveLength(1);
			expect(received.warnings[0]).toContain(reason);
		},
	);

	it('is not parsed', async () => {
		const parse = jest.spyOn(JSON, 'parse');
		const request = world.delivery(undefined, { secret: 'another' });
		parse.mockClear();

		await world.receive(request);

		const body = String(request.rawBody);
		expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
	});

	it('does not make the genuine one count as repeated', async () => {
		const submission = world.submission();
		await world.receive(world.delivery(submission, { secret: 'another' }));

		expect((await world.receive(world.delivery(submission))).runs).toBe(true);
	});

	it('does not change the stored state', async () => {
		const setup = world.trigger();
		const before = JSON.stringify(setup.staticData);

		await world.receive(world.delivery(undefined, { secret: 'another' }), setup);

		expect(JSON.stringify(setup.staticData)).toBe(before);
	});

	it('gets 503, to be sent again, if a setting cannot be read, and nothing is thrown', async () => {
		const broken = world.trigger({ options: { revision: 'second' } });

		const received = await world.receive(world.delivery(), broken);

		expect(answerOf(received)).toEqual([503, { error: expect.stringContaining('try again') }]);
	});
});

describe('a genuine delivery of something else', () => {
	it.each([
		['another event', { event: 'submission.updated', submission: { id: 'sub_1' } }],
		['another event', { event: 'ping' }],
		['another event', { event: '' }],
		['another event', {}],
	])('(%s: %j) gets 200 and runs nothing', async (reason, body) => {
		expect(answerOf(await world.receive(world.signed(body)))).toEqual([200, { ignored: reason }]);
	});

	it.each([{ id: 'FRM_OLD' }, { id: 'frm_old', name: 'Contact' }])(
		'(a form that is no longer watched: %j) gets 200 and runs nothing',
		async (form) => {
			const body = { event: 'submission.created', form, submission: { id: 's' } };

			expect(answerOf(await world.receive(world.signed(body)))).toEqual([
				200,
				{ ignored: 'another form' },
			]);
		},
	);

	it.each(['', 'no JSON', '[]', 'null'])(
		'(%j, which is not an object) gets 422 and runs nothing',
		async (body) => {
			const received = await world.receive(world.signed(body));

			expect(answerOf(received)).toEqual([422, { error: 'The body is not a JSON object' }]);
			expect(received.infos).toEqual([expect.stringContaining('its body is not a JSON object')]);
		},
	);
});

describe('a submission is never dropped', () => {
	const whole = () => ({
		event: 'submission.created',
		form: { id: world.form.id, name: 'Contact' },
		submission: {
			id: `sub_${world.nodeId}`,
			data: { email: 'visitor@example.org' },
			submittedAt: '2026-01-31T09:00:00.000Z',
			spamScore: 0,
		},
	});

	const PATHS = [
		['event'],
		['form'],
		['form', 'id'],
		['form', 'name'],
		['submission'],
		['submission', 'id'],
		['submission', 'data'],
		['submission', 'submittedAt'],
		['submission', 'spamScore'],
	];

	/** An undefined value is not sent. */
	function changed([name = '', below]: string[], value: unknown) {
		const body: Record<string, unknown> = whole();
		if (below === undefined) return { ...body, [name]: value };
		return { ...body, [name]: { ...(body[name] as object), [below]: value } };
	}

	const VALUES = [undefined, null, 5, true, [], ['x'], {}, ''];
	const variants = PATHS.flatMap((path) =>
		VALUES.map((value) => ({
			field: path.join('.'),
			becomes: value === undefined ? 'missing' : JSON.stringify(value),
			path,
			value,
		})),
	).filter(({ field, value }) => field !== 'event' || value !== '');

	it.each(variants)('because $field is $becomes', async ({ path, value }) => {
		const body = changed(path, value);

		for (const simplify of [true, false]) {
			const setup = world.trigger({ simplify, options: { skipRepeated: false } });
			expect((await world.receive(world.signed(body), setup)).runs).toBe(true);
		}
	});

	it('because it has no ID: what cannot be recognized runs each time', async () => {
		const body = changed(['submission', 'id'], undefined);

		for (let copy = 0; copy < 2; copy++) {
			const received = await world.receive(world.signed(body));
			expect(received.runs).toBe(true);
			received.n8nAnswers(200);
		}
	});

	it.each([true, false])(
		'because it has duplicate properties, numbers beyond all bounds, or 20,000 levels (Simplify %p)',
		async (simplify) => {
			const { id } = world.submission();
			const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
			const data = `{"a":1e999,"b":-1e999,"deep":${deep},"__proto__":{"id":"x"},"a":2}`;
			const body = `{"event":"ping","event":"submission.created","submission":{"id":"${id}","data":${data}}}`;

			const { json } = await world.receive(world.signed(body), world.trigger({ simplify }));

			expect(json).toMatchObject(simplify ? { id, a: 2 } : { submission: { id, data: { a: 2 } } });
		},
	);
});

describe('a repeated delivery', () => {
	it('gets 200 without a run once n8n has responded to the first with 2xx', async () => {
		const submission = world.submission();
		const first = await world.receive(world.delivery(submission));
		first.n8nAnswers(200);
		world.nowMs += 30_000;

		expect(answerOf(await world.receive(world.delivery(submission)))).toEqual([
			200,
			{ repeated: true },
		]);
	});

	it('gets 503, to try again, while the first is in progress; only one of six copies runs', async () => {
		const submission = world.submission();
		const copies: Received[] = [];
		for (let copy = 0; copy < 6; copy++)
			copies.push(await world.receive(world.delivery(submission)));

		expect(copies.map(({ runs }) => runs)).toEqual([true, ...Array<boolean>(5).fill(false)]);
		for (const copy of copies.slice(1)) {
			expect(answerOf(copy)).toEqual([503, { error: expect.stringContaining('try again') }]);
		}
		copies[0]?.n8nAnswers(200);
		expect(answerOf(await world.receive(world.delivery(submission)))[0]).toBe(200);
	});

	it.each([404, 500, 503])('runs if n8n responded to the first with %i', async (status) => {
		const submission = world.submission();
		(await world.receive(world.delivery(submission))).n8nAnswers(status);

		expect((await world.receive(world.delivery(submission))).runs).toBe(true);
	});

	it('runs if Skip Repeated Deliveries is off', async () => {
		const submission = world.submission();
		const setup = () => world.trigger({ options: { skipRepeated: false } });
		(await world.receive(world.delivery(submission), setup())).n8nAnswers(200);

		expect((await world.receive(world.delivery(submission), setup())).runs).toBe(true);
	});

	it.each<['webhook' | 'manual', 'webhook' | 'manual']>([
		['manual', 'webhook'],
		['webhook', 'manual'],
	])('in mode %s makes none in mode %s count as repeated', async (mode, other) => {
		const submission = world.submission();
		const receiveIn = async (where: typeof mode) => {
			// Listening for a test event has registrations of its own, here none.
			const secret = where === 'manual' ? world.derived() : SECRET;
			return await world.receive(world.delivery(submission, { secret }), world.trigger(), where);
		};
		(await receiveIn(mode)).n8nAnswers(200);

		expect((await receiveIn(other)).runs).toBe(true);
	});

	it.each<[string, Partial<NodeSetup>]>([
		['another workflow', { workflowId: 'workflow2' }],
		['another trigger of the workflow', { nodeId: 'another' }],
	])('runs in %s', async (_where, changes) => {
		const submission = world.submission();
		(await world.receive(world.delivery(submission))).n8nAnswers(200);
		const staticData = world.registered();
		const global = staticData.global as Record<string, IDataObject>;
		global['webhook another'] = {
			...global[`webhook ${world.nodeId}`],
			nodeId: 'another',
		};

		const elsewhere = await world.receive(
			world.delivery(submission),
			world.trigger({}, { staticData, ...changes }),
		);

		expect(elsewhere.runs).toBe(true);
	});

	it.each<[string, IDataObject, string]>([
		['automatic', {}, SECRET],
		['manual', { registration: 'manual' }, 'secret of the dashboard'],
	])('runs if another service sends the same ID (%s registration)', async (_how, more, secret) => {
		const submission = world.submission();
		const from = (baseUrl: string) =>
			world.trigger(more, {
				staticData: world.registered({ 1: secret }, baseUrl),
				credential: { baseUrl, apiKey: API_KEY, webhookSecret: secret },
			});
		const staging = from('https://staging.forms.test');
		(await world.receive(world.delivery(submission, { secret }), staging)).n8nAnswers(200);
		world.nowMs += 60_000;

		const production = await world.receive(world.delivery(submission, { secret }), from(BASE_URL));

		expect(production.runs).toBe(true);
	});

	it('to a renamed trigger still counts as repeated', async () => {
		const submission = world.submission();
		(await world.receive(world.delivery(submission))).n8nAnswers(200);

		const renamed = world.trigger({}, { nodeName: 'Another name' });
		expect(answerOf(await world.receive(world.delivery(submission), renamed))[0]).toBe(200);
	});

	describe('whose sender hung up before the response', () => {
		// The end of the connection is not a response: only what n8n says when it has finished counts.
		it('has to wait while n8n is storing the first, and counts as repeated once it has', async () => {
			const submission = world.submission();
			const first = await world.receive(world.delivery(submission));
			Object.assign(first.response, { writableFinished: false, destroyed: true });

			expect(answerOf(await world.receive(world.delivery(submission)))[0]).toBe(503);
			first.n8nAnswers(200);
			expect(answerOf(await world.receive(world.delivery(submission)))).toEqual([
				200,
				{ repeated: true },
			]);
		});
	});

	it('does not change how the response ends: same arguments, same result', async () => {
		const made = webhookContext(world.trigger(), world.delivery());
		const end = jest.fn().mockReturnValue('the response');
		Object.assign(made.response, { end });

		await new FormSubmissionsTrigger().webhook.call(made.context);
		const result = (made.response.end as (...args: unknown[]) => unknown)('body', 'utf8');

		expect(result).toBe('the response');
		expect(end).toHaveBeenCalledWith('body', 'utf8');
	});
});
