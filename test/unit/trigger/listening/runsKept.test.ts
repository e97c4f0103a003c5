import type { IWorkflowSettings } from 'n8n-workflow';

import { ManyTriggers } from './manyTriggers';
import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

/** A trigger that runs its workflow once. */
async function ranOnce(about: { keepsRuns?: boolean; settings?: IWorkflowSettings } = {}) {
	one = await OneTrigger.published();
	Object.assign(one.play.n8n, about);
	await one.publish();
	one.arrive(1);
	await one.pass(5 * SECOND);
}

/** So many are handed over while runs take half a minute; n8n is killed then, and starts again. Returns how many are handed over. */
async function handedInKill(count: number): Promise<number> {
	const { n8n } = one.play;
	const before = n8n.handedKeys.length;
	n8n.runMs = 30 * SECOND;
	one.arrive(count);
	await one.pass(5 * SECOND);
	await n8n.restart(20);
	await one.pass(MINUTE);
	return n8n.handedKeys.length - before;
}

describe('K5: where settings leave it to the environment, n8n is asked whether it keeps runs', () => {
	it('once, 20 minutes after a run, with the key of that and nothing to run', async () => {
		await ranOnce();
		const { n8n, main } = one.play;
		await one.pass(19 * MINUTE);
		expect(n8n.questions).toEqual([]);

		await one.pass(2 * MINUTE);
		one.arrive(1);
		await one.pass(60 * MINUTE);

		expect(n8n.questions).toEqual(n8n.handedKeys.slice(0, 1));
		expect(main.runs).toEqual([1, 1]);
	});

	it.each([
		['keeps', true, 6],
		['does not keep', false, 3],
	])(
		'and what was under way is handed over again only if it %s them',
		async (_what, keepsRuns, handed) => {
			await ranOnce({ keepsRuns });
			await one.pass(25 * MINUTE);

			expect(await handedInKill(3)).toBe(handed);
			expect(one.play.problems()).toEqual([]);
		},
	);

	it('with the key of a run that ended in this process: one of before may be kept since it crashed', async () => {
		await ranOnce({ keepsRuns: false });
		// Until it is asked, n8n is taken to keep them.
		expect(await handedInKill(3)).toBe(6);
		one.arrive(1);
		await one.pass(25 * MINUTE);

		expect(await handedInKill(3)).toBe(3);
		expect(one.play.problems()).toEqual([]);
	});

	it('with the key of a run that succeeded: where n8n keeps no others, it keeps those that failed', async () => {
		one = await OneTrigger.published();
		Object.assign(one.play.n8n, { keepsRuns: false, runsFail: true });
		one.arrive(1);
		await one.pass(5 * SECOND);
		one.play.n8n.runsFail = false;
		one.arrive(1);
		await one.pass(25 * MINUTE);

		expect(await handedInKill(3)).toBe(3);
	});

	it('again in another process, which goes by the stored answer until then', async () => {
		await ranOnce({ keepsRuns: false });
		await one.pass(25 * MINUTE);
		one.arrive(1);
		await one.pass(MINUTE);
		await one.play.n8n.restart(20);

		expect(await handedInKill(3)).toBe(3);
		await one.pass(40 * MINUTE);
		expect(one.play.n8n.questions).toHaveLength(1);
		one.arrive(1);
		await one.pass(25 * MINUTE);
		expect(one.play.n8n.questions).toHaveLength(2);
		expect(one.play.problems()).toEqual([]);
	});

	it('for all triggers of a process together', async () => {
		const many = await new ManyTriggers(3).published();
		one = { play: many.play } as OneTrigger;
		await many.deliver(1, 3, 30);

		expect(many.play.n8n.questions).toHaveLength(1);
	});

	it('again after a later run, if it refused the question', async () => {
		await ranOnce({ keepsRuns: false });
		const { n8n } = one.play;
		n8n.refuses = (_watcher, items) => (items.flat().length === 0 ? 'not now' : undefined);
		await one.pass(21 * MINUTE);
		n8n.refuses = undefined;
		one.arrive(1);
		await one.pass(25 * MINUTE);

		expect(n8n.questions).toHaveLength(2);
		expect(one.play.main.failures).toEqual([]);
	});

	it.each<IWorkflowSettings>([
		{ saveDataSuccessExecution: 'all', saveDataErrorExecution: 'all' },
		{ saveDataSuccessExecution: 'none' },
		{ saveDataErrorExecution: 'none' },
		{ engineType: 'v2' },
	])('but not where the workflow says it, or takes no keys (%j)', async (settings) => {
		await ranOnce({ settings });
		await one.pass(60 * MINUTE);

		expect(one.play.n8n.questions).toEqual([]);
	});

	it('but not with Always Output Data, which would give the workflow an empty item', async () => {
		one = await OneTrigger.published();
		const node = one.play.main.node.bind(one.play.main);
		one.play.main.node = () => ({ ...node(), alwaysOutputData: true });
		await one.publish();
		one.arrive(1);
		await one.pass(60 * MINUTE);

		expect(one.play.n8n.questions).toEqual([]);
	});

	it('but not before 2.20, which knows no keys', async () => {
		one = await OneTrigger.published();
		one.play.n8n.knowsKeys = false;
		await one.publish();
		one.arrive(1);
		await one.pass(60 * MINUTE);

		expect(one.play.n8n.questions).toEqual([]);
	});
});
