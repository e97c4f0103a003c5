import { World } from '../../support/webhookTrigger';

let world: World;

beforeEach(() => (world = new World()));

afterEach(() => jest.restoreAllMocks());

describe('a genuine delivery of something else', () => {
	it('runs if its form differs from the watched one only in spaces', async () => {
		const body = {
			event: 'submission.created',
			form: { id: ` ${world.form.id} ` },
			submission: {},
		};

		expect((await world.receive(world.signed(body))).runs).toBe(true);
	});
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
