import { startFakeClock, runClock, stopFakeClock } from '../../support/fakeClock';
import { Outside, pass, Race, type Code, type NodeId } from '../trigger/listening/race';

beforeEach(() => startFakeClock());

afterEach(() => stopFakeClock());

const NODES = '../../../nodes/FormSubmissions';

/** The code once more, as another process loads it. */
function load(): Code {
	let code: Code | undefined;
	jest.isolateModules(() => {
		type Trigger = typeof import('../../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts');
		type ProcessMemory = typeof import('../../../nodes/FormSubmissions/general/processMemory');
		type Listen = typeof import('../../../nodes/FormSubmissions/trigger/listening/listen');
		const { FormSubmissionsTrigger } = jest.requireActual<Trigger>(
			`${NODES}/FormSubmissionsTrigger.node.ts`,
		);
		code = {
			trigger: new FormSubmissionsTrigger(),
			...jest.requireActual<ProcessMemory>(`${NODES}/general/processMemory`),
			...jest.requireActual<Listen>(`${NODES}/trigger/listening/listen`),
		};
	});
	if (!code) throw new Error('Nothing was loaded');
	return code;
}

/** Two main processes of n8n on one database. */
const processes = { a: load(), b: load() };

it.each<[NodeId, NodeId]>([
	['first', 'second'],
	['second', 'first'],
])(
	'what another main process has run does not come again once this one leads again (%s before %s)',
	async (...nodes) => {
		const outside = new Outside();
		const a = new Race(outside, processes.a);
		const b = new Race(outside, processes.b);
		const lead = async (leader: Race, quietMinutes: number) => {
			for (const node of nodes) await runClock(leader.publish([node]));
			await pass(5_000);
			leader.submit('frm_a');
			leader.submit('frm_b');
			await pass(5_000 + quietMinutes * 60_000);
			for (const node of nodes) await runClock(leader.unpublish(node));
		};

		await lead(a, 5);
		await lead(b, 0);
		await lead(a, 1);
		await lead(b, 1);
		await lead(a, 0);

		expect(outside.problems(nodes)).toEqual([]);
	},
);
