import { ManyTriggers } from '../trigger/listening/manyTriggers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let many: ManyTriggers;

afterEach(() => many.play.stop());

describe('the slots for runs in flight', () => {
	/** So many triggers, whose runs take so long. */
	async function triggers(count: number, runSeconds: number): Promise<void> {
		many = await new ManyTriggers(count, { simplify: false }).published();
		many.play.n8n.runMs = runSeconds * SECOND;
	}

	it('are 25, for all triggers of a process together', async () => {
		await triggers(3, 9);
		for (let form = 0; form < 3; form++) {
			many.play.submit({ formId: `frm_${form}`, isDelivered: true, inSeconds: 1, count: 20 });
		}
		const begun = () => many.watchers.flatMap(({ returned }) => returned).length;

		while (begun() === 0) await many.pass(SECOND / 20);
		await many.pass(6 * SECOND);
		expect(begun()).toBe(25);
		await many.pass(40 * SECOND);

		expect(begun()).toBe(60);
	});

	it('are not needed by a trigger none of whose runs is in flight: nobody waits for the long runs of others', async () => {
		await triggers(4, 12);
		const busy = { formId: 'frm_0', isDelivered: true, everyMs: 300, count: 800 };
		many.play.submit({ ...busy, inSeconds: 0.1 });
		await many.pass(MINUTE);

		const ids = await many.deliver(2, 4, 2, { formId: undefined });
		await many.pass(20 * SECOND);

		expect(many.figures(ids.filter((id) => formOf(id) !== 'frm_0')).longest).toBeLessThan(3);
	});
});

const formOf = (id: string) => many.play.submissions.get(id)?.formId;
