import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import type { SubmissionSeed } from '../../emulator';
import { NOON, runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { triggerContext } from '../../support/n8n';
import { connectNetwork } from '../../support/network';
import { Publishing, reload } from '../../support/publishing';

const trigger = new FormSubmissionsTrigger();

let world: Publishing;

/** What the trigger has written to n8n's log: warnings. */
let warned: string[];

beforeEach(() => {
	startFakeClock();
	world = new Publishing();
	warned = [];
});

afterEach(() => {
	stopFakeClock();
	jest.restoreAllMocks();
});

const submit = (seed: Partial<SubmissionSeed> = {}) =>
	world.emulator.addSubmission({ formId: world.formId, createdAt: NOON, ...seed });

/** A person presses "Execute step"; returns the rows that the editor shows. */
async function test(
	parameters: IDataObject = {},
	setup = world.trigger(parameters),
): Promise<INodeExecutionData[]> {
	const shown: INodeExecutionData[] = [];
	const functions = {
		emit: (rows: INodeExecutionData[][]) => void shown.push(...rows.flat()),
		saveFailedExecution: () => {},
	};
	const made = triggerContext(setup, functions, 'manual');
	const context = connectNetwork(made, world.emulator);
	jest.spyOn(context.logger, 'warn').mockImplementation((line) => void warned.push(line));
	const { manualTriggerFunction, closeFunction } = await trigger.trigger.call(context);
	expect(closeFunction).toBeUndefined();
	await runClock(manualTriggerFunction?.() ?? Promise.resolve());
	return shown;
}

/** All that the editor shows of an error. */
async function said(work: Promise<unknown>): Promise<string> {
	return await work.then(
		() => 'nothing',
		({ message, description }: { message: string; description?: string }) =>
			`${message} ${description ?? ''}`,
	);
}

const fieldValue = (...match: IDataObject[]) => ({ filters: { fieldMatch: { match } } });

describe('a test of the trigger', () => {
	it('shows the newest submission, with one request for one row', async () => {
		submit({ createdAt: NOON - 1_000 });
		const { id } = submit();

		expect(await test()).toEqual([
			{ json: expect.objectContaining({ id, status: 'new', files: '' }) },
		]);
		const lists = world.emulator.requests.filter(({ path }) => path === '/v1/submissions');
		expect(lists.map(({ query }) => query.limit)).toEqual(['1']);
	});

	it('registers nothing, and changes nothing of what a published one has stored', async () => {
		const setup = world.trigger();
		await world.publish(setup);
		const before = reload(setup.staticData);
		submit();

		expect(await test({}, setup)).toHaveLength(1);
		expect(world.registered).toBe(1);
		expect(reload(setup.staticData)).toEqual(before);
	});

	it('shows the newest one of all forms', async () => {
		const { id } = submit({ formId: world.emulator.addForm().id });

		const all = { formId: { __rl: true, mode: 'list', value: 'all' } };
		expect(await test(all)).toMatchObject([{ json: { id } }]);
	});

	it('says in the log which fields share a column', async () => {
		submit({ data: { 'A b': 'x', 'A-b': 'y', c: 1 } });

		expect(await test({ options: { names: 'plain' } })).toMatchObject([{ json: { A_b: 'x, y' } }]);
		expect(warned).toEqual([
			expect.stringMatching(/node ".*" in workflow .*: "A_b" \(of the fields "A b", "A-b"\)/),
		]);
	});

	it.each([
		[401, /rejected the API key/],
		[403, /permission to read submissions/],
		[402, /plan may not include/],
	])('says what keeps a published workflow from running: status %i', async (status, text) => {
		world.emulator.failNext({ status }, { times: Infinity });

		expect(await said(test())).toMatch(text);
	});

	it('says that the form is not in the list of forms if nothing is found', async () => {
		// The service may return an empty list for a form that it does not know.
		const pagination = { hasMore: false, nextCursor: null };
		const body = JSON.stringify({ ok: true, data: [], pagination });
		const when = ({ url }: { url: string }) => url.startsWith('/v1/submissions');
		world.emulator.failNext({ body }, { times: Infinity, when });

		expect(await said(test({ formId: { __rl: true, mode: 'id', value: 'frm_gone' } }))).toMatch(
			/No form in this workspace has the name or ID "frm_gone"/,
		);
	});

	it('says that there are no submissions yet', async () => {
		expect(await said(test())).toMatch(/There are no submissions yet.*Submit the form once/);
	});

	it.each<[string, RegExp, Partial<SubmissionSeed>, IDataObject]>([
		['Status', /has the status "spam": .*'Status'/, { status: 'spam' }, {}],
		['Status', /has the status "new": .*'Status'/, {}, { status: ['quarantined'] }],
		['tests', /is a test submission: .*'Include Test Submissions'/, { data: { _test: true } }, {}],
	])('names the filter that leaves out all there is (%s)', async (_what, text, seed, filters) => {
		submit(seed);

		expect(await said(test({ filters }))).toMatch(text);
	});

	it('shows a submission that has what Field Value asks for', async () => {
		const { id } = submit({ data: { amount: 12_000 } });
		submit({ data: { amount: 5 }, createdAt: NOON + 1_000 });

		const shown = await test(fieldValue({ fieldName: 'amount', fieldValue: '12000' }));

		expect(shown).toMatchObject([{ json: { id } }]);
	});

	it('says what a part of a group has in place of what Field Value asks for', async () => {
		submit({ data: { 'Full name': { first: 'Bob', last: 'x' } } });
		const wanted = fieldValue({ fieldName: 'Full name first', fieldValue: 'Ada' });

		expect(await said(test(wanted))).toContain(
			'"Ada" is looked for in the form field "Full name first", which has "Bob".',
		);
	});

	it('says that Field Value leaves out what there is, and why', async () => {
		submit({ data: { amount: 12_000, name: 'Ada' } });
		const wanted = fieldValue(
			{ fieldName: 'Amount', fieldValue: '> 10000' },
			{ fieldName: 'plan', fieldValue: 'Pro' },
			{ fieldName: '', fieldValue: 'gold' },
			{ fieldName: 'name', fieldValue: 'Ada' },
		);

		const text = await said(test(wanted));

		expect(text).toMatch(
			/reads only the newest 100 submissions\. None of those found \(1\) has what 'Field Value'/,
		);
		expect(text).toContain(
			'"> 10000" is looked for in the form field "amount", which has "12000".',
		);
		expect(text).toContain('There is no form field named "plan", only "amount", "name".');
		expect(text).toContain('No form field has "gold".');
		expect(text).toContain('looks for the text "> 10000", sign included, and compares no numbers');
		expect(text).not.toContain('"Ada"');
	});
});
