import { skipTime, stopFakeClock } from '../../../support/fakeClock';
import { answerOf, SECRET, World, type Received } from '../../../support/webhookTrigger';

let world: World;

beforeEach(() => (world = new World()));

afterEach(stopFakeClock);

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
});

describe('a delivery that is refused', () => {
	it('gets 401 with the reason, and runs, stores, and remembers nothing', async () => {
		const setup = world.trigger();
		const before = JSON.stringify(setup.staticData);
		const submission = world.submission();

		const forged = await world.receive(world.delivery(submission, { secret: 'another' }), setup);

		expect(answerOf(forged)).toEqual([
			401,
			{ error: 'Not accepted: the signature does not match' },
		]);
		expect(forged.warnings).toEqual([expect.stringContaining('the signature does not match')]);
		expect(JSON.stringify(setup.staticData)).toBe(before);
		expect((await world.receive(world.delivery(submission), setup)).runs).toBe(true);
	});

	it('gets 503, to be sent again, if a setting cannot be read, and nothing is thrown', async () => {
		const broken = world.trigger({ options: { revision: 'second' } });

		const received = await world.receive(world.delivery(), broken);

		expect(answerOf(received)).toEqual([503, { error: expect.stringContaining('try again') }]);
	});
});

describe('a genuine delivery of something else', () => {
	const created = { event: 'submission.created', submission: { id: 'sub_1' } };

	it.each([
		['another event', { event: 'submission.updated', submission: { id: 'sub_1' } }],
		['another event', { event: '' }],
		['another event', {}],
		['another form', { ...created, form: { id: 'FRM_OLD' } }],
		['another form', { ...created, form: { id: 'frm_old', name: 'Contact' } }],
	])('(%s: %j) gets 200 and runs nothing', async (reason, body) => {
		const received = await world.receive(world.signed(body));

		expect(answerOf(received)).toEqual([200, { ignored: reason }]);
		expect(received.warnings).toEqual([]);
		expect(received.infos).toEqual([
			expect.stringMatching(/^Form Submissions: node .* a delivery was ignored: [^{}]+\.$/),
		]);
	});

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
		submission: { id: 'sub_1', data: { email: 'visitor@example.org' } },
	});

	it.each<[string, (value: unknown) => object]>([
		// Only a text is another event.
		['event', (value) => ({ event: value === '' ? null : value })],
		['form', (form) => ({ form })],
		['name of the form', (name) => ({ form: { ...whole().form, name } })],
		['ID of the form', (id) => ({ form: { id } })],
		['submission', (submission) => ({ submission })],
		['ID of the submission', (id) => ({ submission: { ...whole().submission, id } })],
		[
			'content of the submission',
			(value) => ({
				submission: { id: 'sub_1', data: value, submittedAt: value, spamScore: value },
			}),
		],
	])('because its %s is missing, or is anything at all', async (_what, changed) => {
		for (const value of [undefined, null, 5, true, [], ['x'], {}, '']) {
			for (const simplify of [true, false]) {
				const setup = world.trigger({ simplify, options: { skipRepeated: false } });
				const request = world.signed({ ...whole(), ...changed(value) });

				expect((await world.receive(request, setup)).runs).toBe(true);
			}
		}
	});

	it('because it has no ID: what cannot be recognized runs each time', async () => {
		const body = { ...whole(), submission: { data: {} } };

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
		skipTime(30_000);

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

	it('is none in another workflow, or from another service that uses the same IDs', async () => {
		const submission = world.submission();
		const staticData = world.registered({ 1: SECRET }, 'https://staging.forms.test');
		for (const changes of [{}, { workflowId: 'workflow2' }, { staticData }]) {
			const received = await world.receive(world.delivery(submission), world.trigger({}, changes));
			expect(received.runs).toBe(true);
			received.n8nAnswers(200);
		}
	});

	it('that came while a person listened for a test event does not count', async () => {
		const submission = world.submission();
		// Listening has registrations of its own, here none.
		const heard = world.delivery(submission, { secret: world.derived() });
		(await world.receive(heard, undefined, 'manual')).n8nAnswers(200);

		expect((await world.receive(world.delivery(submission))).runs).toBe(true);
	});

	// The end of the connection is not a response: only what n8n says when it has finished counts.
	it('whose sender hung up waits while n8n stores the first, and counts as repeated after that', async () => {
		const submission = world.submission();
		const first = await world.receive(world.delivery(submission));
		Object.assign(first.response, { writableFinished: false, destroyed: true });

		expect(answerOf(await world.receive(world.delivery(submission)))[0]).toBe(503);
		first.n8nAnswers(200);
		expect(answerOf(await world.receive(world.delivery(submission)))[0]).toBe(200);
	});
});
