import { stopFakeClock } from '../../../support/fakeClock';
import { World } from '../../../support/webhookTrigger';

let world: World;

beforeEach(() => (world = new World()));

afterEach(stopFakeClock);

const RECEIVED = { status: 200, body: { received: true } };

it('a genuine delivery gets 200, leaves no line in the log, and changes nothing stored', async () => {
	const setup = world.trigger();
	const before = JSON.stringify(setup.staticData);

	const received = await world.receive(world.delivery(), setup);

	expect(received).toEqual({ ...RECEIVED, warnings: [], infos: [], errors: [] });
	expect(JSON.stringify(setup.staticData)).toBe(before);
});

describe('a delivery that is refused', () => {
	it('gets 401 with the reason, and stores and remembers nothing', async () => {
		const setup = world.trigger();
		const before = JSON.stringify(setup.staticData);
		const submission = world.submission();

		const forged = await world.receive(world.delivery(submission, { secret: 'another' }), setup);

		expect(forged).toMatchObject({
			status: 401,
			body: { error: 'Not accepted: the signature does not match' },
			warnings: [expect.stringContaining('the signature does not match')],
		});
		expect(JSON.stringify(setup.staticData)).toBe(before);
		expect(await world.receive(world.delivery(submission), setup)).toMatchObject(RECEIVED);
	});

	it('gets 503, to be sent again, if a setting cannot be read, and nothing is thrown', async () => {
		const broken = world.trigger({ options: { revision: 'second' } });

		expect(await world.receive(world.delivery(), broken)).toMatchObject({
			status: 503,
			body: { error: expect.stringContaining('try again') },
		});
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
	])('(%s: %j) gets 200, and a line in the log', async (reason, body) => {
		expect(await world.receive(world.signed(body))).toEqual({
			status: 200,
			body: { ignored: reason },
			warnings: [],
			infos: [
				expect.stringMatching(/^Form Submissions: node .* a delivery was ignored: [^{}]+\.$/),
			],
			errors: [],
		});
	});

	it.each(['', 'no JSON', '[]', 'null'])('(%j, which is not an object) gets 422', async (body) => {
		expect(await world.receive(world.signed(body))).toMatchObject({
			status: 422,
			body: { error: 'The body is not a JSON object' },
			infos: [expect.stringContaining('its body is not a JSON object')],
		});
	});
});

describe('a delivery of a submission is genuine', () => {
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
	])('if its %s is missing, or is anything at all', async (_what, changed) => {
		for (const value of [undefined, null, 5, true, [], ['x'], {}, '']) {
			const request = world.signed({ ...whole(), ...changed(value) });

			expect(await world.receive(request)).toMatchObject(RECEIVED);
		}
	});

	it('if it has duplicate properties, numbers beyond all bounds, or 20,000 levels', async () => {
		const { id } = world.submission();
		const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
		const data = `{"a":1e999,"b":-1e999,"deep":${deep},"__proto__":{"id":"x"},"a":2}`;
		const body = `{"event":"ping","event":"submission.created","submission":{"id":"${id}","data":${data}}}`;

		expect(await world.receive(world.signed(body))).toMatchObject(RECEIVED);
	});
});
