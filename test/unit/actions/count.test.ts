import { changeKey, emulator, formId, requested, runNode, useActionNode } from './actionNode';

const NOON_MS = Date.UTC(2026, 2, 10, 12);

describe('Submission: Count', () => {
	useActionNode({ now: () => NOON_MS });

	const run = async (parameters: object = {}) =>
		(await runNode({ resource: 'submission', operation: 'count', ...parameters })).rows;

	const byId = (value: string) => ({ formId: { __rl: true, mode: 'id', value } });

	it.each([0, 1, 99, 100, 101, 250])('returns one item for %i submissions', async (number) => {
		emulator.addSubmissions(formId, number);

		expect(await run()).toEqual([{ count: number }]);
		expect(requested('/v1/submissions')).toBe(Math.max(1, Math.ceil(number / 100)));
		expect(requested('/v1/forms')).toBe(0);
	});

	it('counts those of the chosen form, and names it', async () => {
		emulator.addSubmissions(formId, 3);
		emulator.addSubmissions(emulator.addForm({ name: 'Booking' }).id, 2);

		expect(await run(byId(formId))).toEqual([{ count: 3, formId, formName: 'Contact' }]);
		const [named = {}] = await run(byId('contact'));
		expect(named).toEqual({ count: 3, formId, formName: 'Contact' });
		// What a person reads comes before what only a program needs, as in a row.
		expect(Object.keys(named)).toEqual(['count', 'formName', 'formId']);
	});

	it('names the form that has none, by the name in the list where it was chosen if need be', async () => {
		changeKey(emulator.addKey({ scopes: ['submissions:read'] }));
		const chosen = { __rl: true, mode: 'list', value: formId, cachedResultName: 'Old name' };

		const output = await run({ formId: chosen });

		expect(output).toEqual([{ count: 0, formId, formName: 'Old name' }]);
	});

	it('counts what the filters let through, and stops at the beginning of the time range', async () => {
		for (let minutes = 400; minutes > 0; minutes--) {
			const createdAt = new Date(NOON_MS - minutes * 60_000).toISOString();
			emulator.addSubmission({ formId, createdAt, status: minutes % 2 ? 'new' : 'spam' });
		}

		const output = await run({
			filters: {
				status: ['new', 'spam'],
				receivedAfter: '2026-03-10T10:30:00Z',
				receivedBefore: '2026-03-10T11:00:00Z',
			},
		});

		expect(output).toEqual([{ count: 30 }]);
		expect(requested('/v1/submissions')).toBeLessThanOrEqual(2);
		expect(await run({ filters: { status: 'spam' } })).toEqual([{ count: 200 }]);
	});
});
