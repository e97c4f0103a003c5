import { startFakeClock, runClock, stopFakeClock } from '../../support/fakeClock';
import { Outside, pass, Race, type Code, type NodeId } from '../webhook/listening/race';

beforeEach(() => startFakeClock());

afterEach(() => stopFakeClock());

const NODES = '../../../nodes/FormSubmissions';

/** The code once more, as another process loads it. */
function load(): Code {
	let code: Code | undefined;
	jest.isolateModules(() => {
		type Polling =
			typeof import('../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts');
		type Webhook = typeof import('../../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts');
		type ProcessMemory = typeof import('../../../nodes/FormSubmissions/general/processMemory');
		type Listen = typeof import('../../../nodes/FormSubmissions/webhook/listening/listen');
		type Registration =
			typeof import('../../../nodes/FormSubmissions/webhook/destination/publishingProgress');
		const polling = jest.requireActual<Polling>(`${NODES}/FormSubmissionsPollingTrigger.node.ts`);
		const webhook = jest.requireActual<Webhook>(`${NODES}/FormSubmissionsTrigger.node.ts`);
		code = {
			pollingTrigger: new polling.FormSubmissionsPollingTrigger(),
			webhookTrigger: new webhook.FormSubmissionsTrigger(),
			...jest.requireActual<ProcessMemory>(`${NODES}/general/processMemory`),
			...jest.requireActual<Registration>(`${NODES}/webhook/destination/publishingProgress`),
			...jest.requireActual<Listen>(`${NODES}/webhook/listening/listen`),
		};
	});
	if (!code) throw new Error('Nothing was loaded');
	return code;
}

/** Two main processes of n8n on one database. */
const processes = { a: load(), b: load() };

it.each<[NodeId, NodeId]>([
	['polling', 'other'],
	['other', 'polling'],
	['polling', 'listening'],
	['listening', 'polling'],
])(
	'what another main process has returned does not come again once this one leads again (%s before %s)',
	async (...nodes) => {
		const outside = new Outside();
		const a = new Race(outside, processes.a);
		const b = new Race(outside, processes.b);
		const lead = async (leader: Race, emptyMinutes: number) => {
			await runClock(leader.publish(...nodes));
			await pass(2_000);
			leader.submit('frm_a');
			leader.submit('frm_b');
			for (let minute = 0; minute <= emptyMinutes; minute++) {
				for (const node of nodes) await runClock(leader.poll(node));
				await pass(60_000);
			}
			for (const node of nodes) await runClock(leader.unpublish(node));
		};

		await lead(a, 5);
		await lead(b, 0);
		await lead(a, 1);
		await lead(b, 1);
		await lead(a, 0);

		for (const node of nodes) {
			const formId = node === 'listening' ? 'frm_a' : 'frm_b';
			expect(outside.ran[node]).toEqual(outside.submitted[formId]);
		}
	},
);
