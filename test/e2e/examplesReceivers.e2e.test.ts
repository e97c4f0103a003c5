import { inCrm, loadExample, withoutPause } from '../sandbox/client/examples';
import type { Execution, WorkflowFile } from '../sandbox/client/n8nClient';
import { withNode } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import type { SiteAnswer } from '../sandbox/standIns/site';
import { useHost } from './support/host';

/** Whom the visitor is, and who isn't the visitor. */
const ANN = 'ann@example.com';
const JOANN = { id: 9, email: 'joann@example.com' };
const BOB = { id: 8, email: 'bob@example.com', note: `Ask ${ANN} first` };
const known = { id: 'its', email: ANN };

const answer = (body: unknown): SiteAnswer => ({ body });
const listed = ['data', 'results', 'contacts', 'items', 'records'].flatMap((name) => [
	[`a list in "${name}"`, answer({ total: 1, [name]: [JOANN, known] })] as const,
	[`one object in "${name}"`, answer({ id: 'of the request', [name]: known })] as const,
]);

/** What a CRM says when it is asked for a visitor, and what becomes of the contact. */
const LOOK_UPS: Array<readonly [what: string, says: SiteAnswer, becomes: string | RegExp]> = [
	['everybody, since it knows no such parameter', answer([{ id: 1, email: 'x@y.z' }, BOB]), 'POST'],
	['who is similar, with the visitor', answer([JOANN, known]), 'PATCH its'],
	['who is similar, without the visitor', answer([JOANN]), 'POST'],
	['two with the address', answer([JOANN, known, { ...known, id: 'another' }]), 'PATCH its'],
	['nobody', answer({ id: 'of the request', query: ANN, data: [], total: 0 }), 'POST'],
	['status 404', { status: 404, body: { message: 'Not found' } }, 'POST'],
	['nothing at all', answer(''), 'POST'],
	...listed.map(([what, says]) => [what, says, 'PATCH its'] as const),
	['one object', answer(known), 'PATCH its'],
	['what is nested', answer({ data: { items: [{ score: 1, item: known }] } }), 'PATCH its'],
	['a list of others', answer({ ok: true, members: [JOANN, known] }), 'PATCH its'],
	['another spelling', answer([{ ID: 7, Email: ' ANN@Example.com\u200b ' }]), 'PATCH 7'],
	['fields apart', answer({ records: [{ id: 'r', fields: { 'E-Mail': ANN } }] }), 'PATCH r'],
	[
		'a list of addresses',
		answer([{ id: 2, emails: [{ value: 'a@b.c' }, { value: ANN }] }]),
		'PATCH 2',
	],
	['addresses in a text', answer([{ id: 3, emails: `a@b.c, ${ANN}` }]), 'PATCH 3'],
	['an ID that leaves the path', answer([{ ...known, id: 'a/../b?c' }]), 'PATCH a/../b?c'],
	[
		'IDs alone',
		answer([{ id: 1 }]),
		/without showing its email address.*asks for the address, too/,
	],
	['IDs alone, in "data"', answer({ data: [{ id: 1, name: 'Ann' }] }), /may be of someone else/],
	['numbers alone', answer({ results: [1, 2] }), /may be of someone else/],
	['no ID', answer([{ email: ANN }]), /but not its ID/],
	['status 401', { status: 401, body: { message: 'No key' } }, /status 401∶ No key/],
];

/** The pauses between tries: the second is long enough that n8n stores the run meanwhile. */
const PAUSES = { from: '[5, 70, 300, 900, 3600]', to: '[1, 70, 1, 1, 1]' };

describe('new-submission-to-any-crm, with what CRMs say to a look-up, and an outage, in a real n8n', () => {
	const host = useHost();
	let crm: Crm;
	let formId: string;

	beforeEach(async () => {
		crm = await startCrm();
		formId = host().emulator.addForm({ name: 'Contact' }).id;
	});

	afterEach(async () => await crm.stop());

	const load = () =>
		loadExample('new-submission-to-any-crm', {
			...{ credential: host().credential, formId },
			...inCrm(crm.url),
		});

	const withPauses = (file: WorkflowFile): WorkflowFile =>
		withNode(file, 'Wait before another try', ({ parameters }) => ({
			parameters: {
				...parameters,
				amount: String(parameters.amount).replace(PAUSES.from, PAUSES.to),
			},
		}));

	/** Runs the example once with these submissions, as if they had come together. */
	async function runWith(rows: Array<{ id: string; email: string }>): Promise<Execution> {
		const pinData = {
			'New submission': rows.map((json) => ({ json: { ...json, formName: 'Contact' } })),
		};
		const { id } = await host().n8n.workflows.create({ ...withoutPause(load()), pinData });
		return await host().n8n.executions.run(id, { trigger: 'New submission' });
	}

	const became = ({ method, path }: (typeof crm.requests)[0]) =>
		[method, ...path.split('/').slice(2)].map(decodeURIComponent).join(' ');

	it('updates only a contact that has the address, creates one where none has it, and guesses nothing', async () => {
		const addressOf = (index: number) => `ann${index}@example.com`;
		const answers = new Map(
			LOOK_UPS.map(([, says], index) => {
				const text = JSON.stringify(says)
					.replaceAll(ANN, addressOf(index))
					.replaceAll('ANN@', `ANN${index}@`);
				return [addressOf(index), JSON.parse(text) as SiteAnswer];
			}),
		);
		crm.answerLookupsWith((email) => answers.get(email));

		const { error = '' } = await runWith(
			LOOK_UPS.map((_, index) => ({ id: `sub_${index}`, email: addressOf(index) })),
		);

		const outcomes = LOOK_UPS.map(([what], index) => {
			const sent = crm.requests.filter(({ body }) => body.email === addressOf(index)).map(became);
			const said = new RegExp(`sub_${index}, \\S+ \\((.*?)\\)(?=; |\\. )`).exec(error)?.[1];
			return [what, [...sent, said].filter((one) => one !== undefined)];
		});
		expect(outcomes).toEqual(
			LOOK_UPS.map(([what, , becomes]) => [
				what,
				[typeof becomes === 'string' ? becomes : expect.stringMatching(becomes)],
			]),
		);
	});

	it('sends what came while the CRM was down once it is back, though n8n was restarted meanwhile, without a red run', async () => {
		const { id } = await host().n8n.workflows.create(withPauses(load()));
		await host().n8n.workflows.publish(id);
		crm.answerWith(() => ({ status: 503, body: { message: 'Down for maintenance' } }));

		const ids = [];
		for (const name of ['Ada', 'Grace']) {
			const data = { name, email: `${name}@example.com` };
			ids.push((await host().emulator.submit(formId, data)).submission.id);
		}
		await waitFor('two tries of each', () => crm.requests.length === 4);
		await host().stop();
		crm.answerWith(() => 'take');
		await host().start();
		const runs = await host().n8n.executions.waitForCount(id, 2);
		await host().n8n.workflows.unpublish(id);

		expect(runs.map(({ status, error }) => error ?? status)).toEqual(['success', 'success']);
		expect([...crm.taken].sort()).toEqual([...ids].sort());
		expect([...crm.contacts.values()].map(({ name }) => name).sort()).toEqual(['Ada', 'Grace']);
	});

	it('says at once that the address of the CRM was not entered', async () => {
		const { parameters } = inCrm(crm.url);
		const { credential, n8n, emulator } = host();
		const example = { credential, formId, parameters };
		const { id } = await n8n.workflows.create(loadExample('new-submission-to-any-crm', example));
		await n8n.workflows.publish(id);

		await emulator.submit(formId, { email: ANN });
		const [run] = await n8n.executions.waitForCount(id, 1);
		await n8n.workflows.unpublish(id);

		expect(run?.error).toMatch(/still has the address YOUR-CRM∶ enter your CRM's/);
	});

	it("takes it for sent if a CRM's own node, which has no address, did the last step", async () => {
		const { n8n, emulator } = host();
		const jsCode = "return { json: { id: 'of the contact' } };";
		const parameters = { mode: 'runOnceForEachItem', jsCode };
		const own = { type: 'n8n-nodes-base.code', typeVersion: 2, parameters };
		const file = withNode(load(), 'Create or update the contact', () => own);
		const { id } = await n8n.workflows.create(file);
		await n8n.workflows.publish(id);

		await emulator.submit(formId, { email: ANN });
		const [run] = await n8n.executions.waitForCount(id, 1);
		await n8n.workflows.unpublish(id);

		expect(run?.error ?? run?.status).toBe('success');
	});
});
