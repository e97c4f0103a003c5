/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { slotForRun } from '../../../nodes/FormSubmissions/state/runSlots';
import { ManyTriggers } from '../trigger/listening/manyTriggers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let many: ManyTriggers;

describe('the slots for runs in flight', () => {
	afterEach(() => many.play.stop());

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

it('a slot is passed on only where fewer than 25 are in flight', async () => {
	forgetAll();
	const begun: string[] = [];
	const begin = async (trigger: string) => {
		const giveBack = await slotForRun(trigger);
		begun.push(trigger);
		return giveBack;
	};
	const busy = await Promise.all(Array.from({ length: 25 }, async () => await begin('busy')));
	const other = await begin('other');
	const waits = begin('busy');

	other();
	await new Promise(setImmediate);
	expect(begun).toHaveLength(26);
	busy.pop()?.();
	await waits;

	expect(begun).toHaveLength(27);
});

const formOf = (id: string) => many.play.submissions.get(id)?.formId;
