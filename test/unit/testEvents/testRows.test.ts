import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { triggerContext, webhookContext } from '../../support/n8n';
import { connectNetwork } from '../../support/network';
import { Publishing } from '../../support/publishing';

const trigger = new FormSubmissionsTrigger();

let world: Publishing;

beforeEach(() => {
	startFakeClock();
	world = new Publishing();
});

afterEach(() => {
	stopFakeClock();
	jest.restoreAllMocks();
});

/** A person listens for a test event, and submits the form; returns the rows that the editor shows. */
let logged: jest.SpyInstance;

async function test(
	parameters: IDataObject = {},
	{ data, isListed = true }: { data?: Record<string, unknown>; isListed?: boolean } = {},
): Promise<INodeExecutionData[]> {
	const setup = world.trigger(parameters);
	const { emulator, formId } = world;
	await runClock(world.publish(setup, 'manual'));
	const visibleAt = isListed ? undefined : Date.now() + 3_600_000;
	const submission = emulator.addSubmission({ formId, data, createdAt: Date.now(), visibleAt });
	const destination = { url: 'https://n8n.example.org/', secret: world.derived() };
	const { headers, body } = emulator.buildDelivery(submission, destination);
	const request = {
		headers: Object.fromEntries(new Headers(headers)),
		rawBody: Buffer.from(body),
	};
	const { context: received } = webhookContext(setup, request, 'manual');
	expect((await trigger.webhook.call(received)).workflowData).toBeDefined();

	const shown: INodeExecutionData[] = [];
	const handlers = {
		emit: (rows: INodeExecutionData[][]) => void shown.push(...rows.flat()),
		saveFailedExecution: () => {},
	};
	const context = connectNetwork(triggerContext(setup, handlers, 'manual'), emulator);
	logged = jest.spyOn(context.logger, 'warn').mockReturnValue();
	const { manualTriggerFunction } = await trigger.trigger.call(context);
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

describe('a test of the webhook trigger', () => {
	it('shows the row that the list gives of what was delivered', async () => {
		expect(await test()).toEqual([{ json: expect.objectContaining({ status: 'new', tags: '' }) }]);
	});

	it('says in the log which fields share a column', async () => {
		const data = { 'A b': 'x', 'A-b': 'y', c: 1 };

		expect(await test({ options: { names: 'plain' } }, { data })).toMatchObject([
			{ json: { A_b: 'x, y' } },
		]);
		expect(logged).toHaveBeenCalledWith(
			expect.stringMatching(/node ".*" in workflow .*: "A_b" \(of the fields "A b", "A-b"\)/),
		);
	});

	it('shows the row of the delivery if the list has no such submission yet, or the service is down', async () => {
		const [early] = await test({}, { isListed: false });
		world.emulator.failNext({ status: 503 }, { times: Infinity });
		const [meanwhile] = await test();

		expect(early?.json).not.toHaveProperty('status');
		expect(meanwhile?.json).not.toHaveProperty('status');
	});

	it.each([
		[401, /rejected the API key/],
		[403, /permission to read submissions/],
		[402, /plan may not include/],
	])('says what keeps a published workflow from running: status %i', async (status, text) => {
		const failing = test();
		const isRead = ({ method, url }: { method: string; url: string }) =>
			method === 'GET' && url.includes('/submissions/');
		world.emulator.failNext({ status }, { times: Infinity, when: isRead });

		expect(await said(failing)).toMatch(text);
	});

	it('shows a submission that has what Field Value asks for', async () => {
		const wanted = fieldValue({ fieldName: 'amount', fieldValue: '12000' });

		expect(await test(wanted, { data: { amount: 12_000 } })).toHaveLength(1);
	});

	it('says what a part of a group has in place of what Field Value asks for', async () => {
		const wanted = fieldValue({ fieldName: 'Full name first', fieldValue: 'Ada' });
		const data = { 'Full name': { first: 'Bob', last: 'x' } };

		expect(await said(test(wanted, { data }))).toContain(
			'"Ada" is looked for in the form field "Full name first", which has "Bob".',
		);
	});

	it('says that Field Value leaves out what came, and why', async () => {
		const wanted = fieldValue(
			{ fieldName: 'Amount', fieldValue: '> 10000' },
			{ fieldName: 'plan', fieldValue: 'Pro' },
			{ fieldName: '', fieldValue: 'gold' },
			{ fieldName: 'name', fieldValue: 'Ada' },
		);

		const text = await said(test(wanted, { data: { amount: 12_000, name: 'Ada' } }));

		expect(text).toMatch(/^The submission came, but 'Field Value' leaves it out/);
		expect(text).toContain(
			'"> 10000" is looked for in the form field "amount", which has "12000".',
		);
		expect(text).toContain('There is no form field named "plan", only "amount", "name".');
		expect(text).toContain('No form field has "gold".');
		expect(text).toContain('looks for the text "> 10000", sign included, and compares no numbers');
		expect(text).not.toContain('"Ada"');
	});
});
