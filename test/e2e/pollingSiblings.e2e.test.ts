import { byId, pollingNode } from '../sandbox/client/workflowFile';
import { sleep, waitFor } from '../sandbox/host/waitFor';
import { useHost, POLL_MODES } from './support/host';
import { EVERY_TEN_SECONDS } from './support/triggerWorkflow';

const FIRST = 'First form';
const SECOND = 'Second form';

describe.each(POLL_MODES)('Two polling triggers in one workflow, in %s', (_mode, env) => {
	const host = useHost(() => env);

	async function setUp() {
		const forms: Record<string, string> = {
			[FIRST]: host().emulator.addForm({ name: FIRST }).id,
			[SECOND]: host().emulator.addForm({ name: SECOND }).id,
		};
		const nodes = Object.entries(forms).map(([name, formId]) => {
			const parameters = { pollTimes: EVERY_TEN_SECONDS, formId: byId(formId) };
			return pollingNode(host().credential, parameters, { name });
		});
		const make = (names: string[]) => ({
			...{ name: 'Several forms', settings: {}, connections: {} },
			nodes: nodes.filter(({ name }) => names.includes(name)),
		});
		const { id } = await host().n8n.workflows.create(make([FIRST]));
		const returned = async (name: string) =>
			(await host().n8n.executions.ofWorkflow(id)).flatMap((execution) =>
				execution.output(name).map((row) => String(row.id)),
			);
		return {
			async publish(names: string[]) {
				await host().n8n.workflows.update(id, make(names));
				await host().n8n.workflows.publish(id);
			},
			/** Holds back what the next scheduled poll of this trigger asks for; resolves once it has asked. */
			async hold(name: string, released: Promise<void>) {
				await new Promise<void>((resolve) => {
					host().emulator.onAnswer((request, answer) => {
						const isOf =
							request.url.includes(forms[name] ?? '') && request.url.includes('limit=100');
						if (answer.kind !== 'response' || !isOf) return answer;
						resolve();
						return { ...answer, until: released };
					});
				});
			},
			unpublish: async () => await host().n8n.workflows.unpublish(id),
			arrive: (name: string, count = 3) =>
				host()
					.emulator.addSubmissions(forms[name] ?? '', count, { from: Date.now(), stepMs: 1 })
					.map((submission) => submission.id),
			returned,
			waitFor: async (name: string, count: number) =>
				await waitFor(`${count} submissions of ${name}`, async (see) => {
					const ids = await returned(name);
					see(ids);
					return ids.length >= count ? ids : undefined;
				}),
		};
	}

	it('return every submission once, even if one was added later and n8n restarts', async () => {
		const world = await setUp();
		await world.publish([FIRST]);
		await world.publish([FIRST, SECOND]);
		const second = world.arrive(SECOND);
		await world.waitFor(SECOND, 3);
		const first = world.arrive(FIRST);
		await world.waitFor(FIRST, 3);

		// The first trigger last saved a copy of the state from before the second trigger wrote its own.
		await host().stop();
		const later = { first: world.arrive(FIRST), second: world.arrive(SECOND) };
		await host().start();

		expect(await world.waitFor(SECOND, 6)).toEqual([...second, ...later.second]);
		expect(await world.waitFor(FIRST, 6)).toEqual([...first, ...later.first]);
	});

	it.each(['removed', 'unpublished'] as const)(
		'lose nothing of a poll during which its trigger was %s: the other one does not save its position',
		async (how) => {
			const world = await setUp();
			await world.publish([FIRST, SECOND]);
			world.arrive(SECOND, 1);
			await world.waitFor(SECOND, 1);
			let release = () => {};
			const held = world.hold(SECOND, new Promise((resolve) => (release = resolve)));
			world.arrive(SECOND);
			await held;

			if (how === 'removed') await world.publish([FIRST]);
			else await world.unpublish();
			release();
			host().emulator.onAnswer(undefined);
			// By now, what that poll read has come, and n8n has discarded it.
			await sleep(3_000);
			if (how === 'unpublished') await world.publish([FIRST, SECOND]);
			world.arrive(FIRST, 1);
			await world.waitFor(FIRST, 1);
			if (how === 'removed') await world.publish([FIRST, SECOND]);

			expect(await world.waitFor(SECOND, 4)).toHaveLength(4);
		},
	);
});
