import type { ExampleName } from '../sandbox/client/examples';
import type { JsonObject } from '../sandbox/client/json';
import type { WorkflowFile } from '../sandbox/client/n8nClient';
import { makeNode, withNode } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { startSite, type SiteAnswer } from '../sandbox/standIns/site';
import { ANSWERS, AWKWARD } from './support/awkward';
import { CHATS, errorsOf, leavesOf, reported, useExampleStage } from './support/exampleStage';
import { HOSTILE } from './support/hostileNames';

const GOOD = AWKWARD.flatMap(({ address }) => address ?? []);
const sorted = (values: unknown[]) => [...values].sort();
const ANY_CRM = 'new-submission-to-any-crm';
const ONCE = 'every-submission-once';
/** What a visitor may want to become of a message. */
const CALLING =
	'<!channel> @everyone <@U123> [Sign in](https://evil.example) *bold* ``` <b>x</b> &amp;';

/** Whom the visitor is, and who isn't the visitor. */
const ANN = 'ann@example.com';
const JOANN = { id: 9, email: 'joann@example.com' };
const BOB = { id: 8, email: 'bob@example.com', note: `Ask ${ANN} first` };
const known = { id: 'its', email: ANN };

/** What a CRM says when it is asked for a visitor, and what becomes of the contact. */
const LOOK_UPS: Array<[what: string, body: unknown, becomes: string | RegExp, status?: number]> = [
	['everybody, since it knows no such parameter', [{ id: 1, email: 'x@y.z' }, BOB], 'POST'],
	['who is similar, with the visitor', [JOANN, known], 'PATCH its'],
	['who is similar, without the visitor', [JOANN], 'POST'],
	['two with the address', [JOANN, known, { ...known, id: 'another' }], 'PATCH its'],
	['nobody', { id: 'of the request', query: ANN, data: [], total: 0 }, 'POST'],
	['status 404', { message: 'Not found' }, 'POST', 404],
	['nothing at all', '', 'POST'],
	...['data', 'results', 'contacts', 'items', 'records'].flatMap((name): typeof LOOK_UPS => [
		[`a list in "${name}"`, { total: 1, [name]: [JOANN, known] }, 'PATCH its'],
		[`one object in "${name}"`, { id: 'of the request', [name]: known }, 'PATCH its'],
	]),
	['one object', known, 'PATCH its'],
	['what is nested', { data: { items: [{ score: 1, item: known }] } }, 'PATCH its'],
	['a list of others', { ok: true, members: [JOANN, known] }, 'PATCH its'],
	['another spelling', [{ ID: 7, Email: ' ANN@Example.com\u200b ' }], 'PATCH 7'],
	['fields apart', { records: [{ id: 'r', fields: { 'E-Mail': ANN } }] }, 'PATCH r'],
	['a list of addresses', [{ id: 2, emails: [{ value: 'a@b.c' }, { value: ANN }] }], 'PATCH 2'],
	['addresses in a text', [{ id: 3, emails: `a@b.c, ${ANN}` }], 'PATCH 3'],
	['an ID that leaves the path', [{ ...known, id: 'a/../b?c' }], 'PATCH a/../b?c'],
	['IDs alone', [{ id: 1 }], /without showing its email address.*asks for the address, too/],
	['IDs alone, in "data"', { data: [{ id: 1, name: 'Ann' }] }, /may be of someone else/],
	['numbers alone', { results: [1, 2] }, /may be of someone else/],
	['no ID', [{ email: ANN }], /but not its ID/],
	['status 401', { message: 'No key' }, /status 401∶ No key/, 401],
	['status 500', { message: 'Down' }, /status 500∶ Down/, 500],
	['a web page', '<html>Please sign in</html>', /the look-up's answer is no JSON/],
];

describe('The examples that send, with what forms really send and receivers really answer, in a real n8n', () => {
	const stage = useExampleStage();
	const { host, drive, hubspot, messages, load, create, publish, run, sendEach, add } = stage;
	const crm = () => stage.crm();
	const emails = () => crm().requests.map(({ body }) => body.email);
	const addAwkward = () => AWKWARD.map(({ data }) => add(data));
	const badAmong = (ids: string[]) =>
		sorted(ids.filter((_, index) => AWKWARD[index]?.address === undefined));
	const code = (jsCode: string, mode = 'runOnceForAllItems') =>
		makeNode('', 'n8n-nodes-base.code', { mode, jsCode }, { typeVersion: 2 });
	/** The file with another node of the same name. */
	const replaced = (file: WorkflowFile, name: string, node: object) =>
		withNode(file, name, () => ({ ...node, name }));

	describe('new-submission-to-any-crm', () => {
		const runWithAll = async (file = load(ANY_CRM)) => await stage.runWithAll(file);

		it('sends each good submission once, to the address meant, and names every other', async () => {
			const ids = addAwkward();

			const one = await runWithAll();

			expect(sorted([...crm().contacts.values()].map(({ email }) => email))).toEqual(sorted(GOOD));
			const asked = crm().requests.map(({ method, path }) => `${method} ${path}`);
			expect(asked).toEqual(GOOD.map(() => 'POST /contacts'));
			expect(sorted(crm().lookups)).toEqual(sorted(GOOD));
			expect(sorted(Object.keys(reported(one)))).toEqual(badAmong(ids));
			const json = [...crm().contacts.values()].find(({ email }) => email === 'json@example.com');
			const message = '"}, {"admin": true\r\nX-Added: 1';
			expect(json).toMatchObject({ message, source: 'Contact' });
		});

		it('tells a chat of one that the CRM refuses, and sends it on a retry', async () => {
			const notifier = await publish(load('notify-me-when-a-workflow-fails'));
			const file = { ...load(ANY_CRM), name: 'Contacts', settings: { errorWorkflow: notifier } };
			crm().answerWith(({ body }) => {
				if (crm().requests.length < 3) return { status: 503, body: {} };
				const message = 'The email address is taken';
				return body.name === 'Grace' ? { status: 400, body: { message } } : 'take';
			});
			const people = ['Ada', 'Grace', 'Edsger'];
			const all = people.map((name) => ({ name, email: `${name}@example.com`, message: 'Hello' }));

			const { id, ids, runs } = await sendEach(file, all);
			const text = await waitFor('the message', () => messages[0]?.body.text);
			const sent = [...crm().taken];
			crm().answerWith(() => 'take');
			const [failed] = runs.filter(({ error }) => error !== undefined);

			expect(sorted(sent)).toEqual(sorted([ids[0], ids[2]]));
			expect(crm().contacts.get(ids[0] ?? '')).toEqual({
				...{ name: 'Ada', email: 'Ada@example.com', message: 'Hello' },
				...{ source: 'Contact', receivedAt: expect.stringMatching(/T.*Z$/) },
			});
			expect(failed?.error).toContain('The email address is taken');
			expect(text).toMatch(/^The workflow "Contacts" failed at "Report what was not sent": 1/);
			expect(text).toContain('The email address is taken');
			expect(text).toContain(`/workflow/${id}/executions/${failed?.id}`);
			expect(await stage.retry(failed)).toBe('success');
			expect(sorted(crm().taken)).toEqual(sorted(ids));
		});

		it('sends nothing without an email address, and sends it once that is corrected and retried', async () => {
			const mail = 'Your "e-mail", please';
			const entered = { ...HOSTILE, [mail]: 'ada@example.com', email: ' ' };
			const { id, runs } = await sendEach(load(ANY_CRM), [entered]);
			const sentBefore = crm().requests.length;
			const boxes = { email: mail, name: 'Tel. no.' };
			const { nodes } = load(ANY_CRM, { boxes });
			const [pick] = nodes.filter(({ name }) => name === 'Pick the fields');
			const draft = await host().n8n.workflows.read(id);
			await host().n8n.workflows.update(id, replaced(draft, 'Pick the fields', pick ?? {}));

			expect(runs[0]?.error).toMatch(
				/^1 submission did not reach the CRM∶ sub_\w+, ada@example\.com \(it has no email address; if another field holds one, drag that into Pick the fields\)/,
			);
			expect(sentBefore).toBe(0);
			expect(await stage.retry(runs[0], 'current')).toBe('success');
			const body = expect.objectContaining({ email: 'ada@example.com', name: '007' });
			expect(crm().requests.map((request) => request.body)).toEqual([body]);
		});

		it('updates who is known, whatever the ID, and changes nothing that was left empty', async () => {
			const created = add({ email: 'known@example.com', name: 'Ann', message: 'Hello' });
			await runWithAll();
			crm().contacts.set('a/b?c', { email: 'slash@example.com' });
			add({ email: ' known@example.com', message: '' });
			add({ email: 'slash@example.com', name: 'Slash' });

			const { status } = await runWithAll();

			expect(status).toBe('success');
			expect(crm().contacts.get(created)).toMatchObject({ name: 'Ann', message: 'Hello' });
			expect(crm().contacts.get('a/b?c')).toMatchObject({ name: 'Slash' });
			expect(crm().contacts.size).toBe(2);
		});

		it('updates only a contact that has the address, creates one where none has it, and guesses nothing', async () => {
			const addressOf = (index: number) => `ann${index}@example.com`;
			const answers = new Map(
				LOOK_UPS.map(([, body, , status = 200], index) => {
					const said = JSON.stringify({ status, body });
					const text = said.replaceAll(ANN, addressOf(index)).replaceAll('ANN@', `ANN${index}@`);
					return [addressOf(index), JSON.parse(text) as SiteAnswer];
				}),
			);
			crm().answerLookupsWith((email) => answers.get(email));
			const ids = LOOK_UPS.map((_, index) => add({ email: addressOf(index) }));

			const named = reported(await runWithAll());

			const outcomes = LOOK_UPS.map(([what], index) => {
				const sent = crm().requests.filter(({ body }) => body.email === addressOf(index));
				const became = sent.map(({ method, path }) =>
					[method, ...path.split('/').slice(2)].map(decodeURIComponent).join(' '),
				);
				return [what, [...became, named[ids[index] ?? '']].filter((one) => one !== undefined)];
			});
			expect(outcomes).toEqual(
				LOOK_UPS.map(([what, , becomes]) => [
					...[what, [typeof becomes === 'string' ? becomes : expect.stringMatching(becomes)]],
				]),
			);
		});

		it.each([
			['asked again', 503, 'success', 3],
			['a person retries the run', 403, 'error', 2],
		])(
			'sends each of several once, though a look-up is answered only when %s',
			async (_, refusal, status, atFirst) => {
				for (const name of ['ann', 'late', 'zoe']) add({ email: `${name}@example.com` });
				crm().answerLookupsWith((email) =>
					email.startsWith('late') && crm().lookups.length <= 3
						? { status: refusal, body: { message: 'Later' } }
						: undefined,
				);

				const one = await runWithAll();
				const sentAtFirst = crm().requests.length;
				const end = status === 'error' ? await stage.retry(one) : one.status;

				expect([one.status, sentAtFirst, end]).toEqual([status, atFirst, 'success']);
				expect(sorted(emails())).toEqual(
					['ann', 'late', 'zoe'].map((name) => `${name}@example.com`),
				);
			},
		);

		it('does not take a redirect from http to https of the same address for a contact', async () => {
			add({ email: ANN });
			const location = `${crm().url}/contacts`.replace('http:', 'https:');
			crm().answerWith(() => ({ status: 302, headers: { location }, body: '' }));

			const one = await runWithAll();

			const moved = expect.stringContaining('the address has moved to https∶//127');
			expect(Object.values(reported(one))).toEqual([moved]);
			expect(crm().requests).toHaveLength(1);
		});

		it('names what can not be evaluated, and keeps no other', async () => {
			const [early, bad = '', late] = ['2026-01-01', 'soon', '2026-01-02'].map((name) =>
				add({ name, email: `${name}@example.com` }),
			);
			const { nodes, ...file } = load(ANY_CRM);
			const year = '$json.name.toDateTime().year';
			const dated = JSON.stringify(nodes).replace('$json[\\"name\\"]', year);

			const one = await runWithAll({ ...file, nodes: JSON.parse(dated) as typeof nodes });

			expect(sorted([...crm().contacts.keys()])).toEqual(sorted([early, late]));
			const reason = expect.stringContaining("Pick the fields can't read it");
			expect(reported(one)).toEqual({ [bad]: reason });
		});

		it.each([
			['Pick the fields', "return [{ json: { email: 'a@b.c' }, pairedItem: 7 }]", /stopped∶ ./],
			['Each submission', "return [{ json: { email: 'a@b.c' } }]", /came without its ID\. In the/],
		])('says what keeps the check itself from running, after %s', async (name, jsCode, said) => {
			add({ email: ANN });

			const { error } = await runWithAll(replaced(load(ANY_CRM), name, code(jsCode)));

			expect(error).toMatch(/^Check the address stopped∶ /);
			expect(error).toMatch(said);
			expect(crm().requests).toEqual([]);
		});

		it('names the first fifty that were not sent, and their number', async () => {
			for (let index = 0; index < 53; index += 1) add({ name: `No address ${index}` });

			const one = await runWithAll();

			expect(Object.keys(reported(one))).toHaveLength(50);
			expect(one.error).toMatch(/^53 submissions did not reach the CRM∶ .*; and 3 more\. /);
		});

		it('sends what came while the CRM was down once it is back, though n8n was restarted meanwhile, without a red run', async () => {
			// The second pause is long enough that n8n stores the run meanwhile.
			const amount = '={{ [1, 70, 1, 1, 1][$runIndex] ?? 5 }}';
			const parameters = { amount, unit: 'seconds' };
			const pausing = withNode(load(ANY_CRM), 'Wait before another try', () => ({ parameters }));
			const id = await publish(pausing);
			crm().answerWith(() => ({ status: 503, body: { message: 'Down for maintenance' } }));

			const ids: string[] = [];
			for (const name of ['Ada', 'Grace']) {
				const data = { name, email: `${name}@example.com` };
				ids.push((await host().emulator.submit(stage.formId(), data)).submission.id);
			}
			await waitFor('two tries of each', () => crm().requests.length === 4);
			await host().stop();
			crm().answerWith(() => 'take');
			await host().start();
			const runs = await host().n8n.executions.waitForCount(id, 2);

			expect(runs.map(({ status, error }) => error ?? status)).toEqual(['success', 'success']);
			expect(sorted(crm().taken)).toEqual(sorted(ids));
			const names = [...crm().contacts.values()].map(({ name }) => name);
			expect(sorted(names)).toEqual(['Ada', 'Grace']);
		});

		it("says at once that the address of the CRM was not entered, and takes a CRM's own node, which has none, for done", async () => {
			add({ email: ANN });
			const own = code("return { json: { id: 'of the contact' } };", 'runOnceForEachItem');

			const unset = await runWithAll(load(ANY_CRM, { edits: {} }));
			const done = await runWithAll(replaced(load(ANY_CRM), 'Create or update the contact', own));

			expect(unset.error).toMatch(/still has the address YOUR-CRM∶ enter your CRM's/);
			expect(done.error ?? done.status).toBe('success');
		});
	});

	it.each([ANY_CRM, ONCE] as ExampleName[])(
		'%s takes each answer for what it means, and tries again only where that helps',
		async (example) => {
			const addressed = (status: number) => `status-${status}@example.com`;
			const ids = new Map(ANSWERS.map(({ status }) => [add({ email: addressed(status) }), status]));
			crm().answerWith(({ body: { email } }) => {
				const said = ANSWERS.find((one) => addressed(one.status) === email);
				const { status = 200, location } = said ?? {};
				const headers = location === undefined ? undefined : { location };
				const body = status === 204 ? '' : { error: { message: `said ${status}` } };
				return { status, headers, body };
			});

			const one = example === ONCE ? await run(load(ONCE)) : await stage.runWithAll(load(example));

			const tries = (status: number) =>
				emails().filter((email) => email === addressed(status)).length;
			const most = example === ONCE ? 1 : 6;
			expect(ANSWERS.map(({ status }) => [status, tries(status)])).toEqual(
				ANSWERS.map(({ status, means }) => [status, means === 'again' ? most : 1]),
			);
			const named = Object.entries(reported(one));
			const notSent = ANSWERS.filter(({ means }) => means !== 'sent').map(({ status }) => status);
			expect(sorted(named.map(([id]) => ids.get(id)))).toEqual(sorted(notSent));
			for (const [id, reason] of named) {
				expect(reason).toContain(`status ${ids.get(id)}`);
				expect(reason).toMatch(/said \d+|the address has moved to https∶\/\/example\.com\/new/);
			}
		},
	);

	describe('every-submission-once', () => {
		it('sends each good submission once, names every other, and repeats neither those nor itself', async () => {
			const ids = addAwkward();
			const id = await create(load(ONCE));

			const [first, second] = [await run(id), await run(id)];

			expect(sorted(emails())).toEqual(sorted(GOOD));
			expect(sorted(Object.keys(reported(first)))).toEqual(badAmong(ids));
			expect(second.error).toBeUndefined();
		});

		it('is red without a form for the run of every hour, and sends nothing', async () => {
			const formId = { __rl: true, mode: 'list', value: '' };
			const file = load(ONCE, { parameters: { 'Get submissions': { formId } } });

			const { runs } = await sendEach(file, [{ email: ANN }]);

			expect(errorsOf(runs)).toEqual([expect.stringMatching(/^Get submissions has no form\./)]);
			expect(crm().requests).toEqual([]);
		});

		it('sends nothing while data tables are full, says why with the limit, and sends each once when there is room', async () => {
			const id = await create(load(ONCE));
			const before = [add({ email: ANN })];
			await run(id);
			const ids = Array.from({ length: 12 }, (_, index) => add({ email: `v${index}@example.com` }));

			await stage.fillTables();
			const full = await run(id);
			const sentWhileFull = [...crm().taken];
			await stage.emptyTables();
			const runs = [await run(id), await run(id)];

			expect(sentWhileFull).toEqual(before);
			expect(full.error).toMatch(/^12 submissions did not reach the CRM∶ /);
			expect(sorted(Object.keys(reported(full)))).toEqual(sorted(ids));
			expect(full.error).toContain("n8n didn't take its record∶ usually, its data tables are full");
			expect(full.error).toContain('200 MiB');
			expect(errorsOf(runs)).toEqual([]);
			expect(sorted(crm().taken)).toEqual(sorted([...before, ...ids]));
		});
	});

	it('new-submission-to-hubspot saves one contact per person at one address, though HubSpot is briefly unavailable, names every other, and sends it on a retry', async () => {
		hubspot.failNext(2);
		const errors = [{ message: 'Values were not valid' }];
		hubspot.refuse('multi@example.com', 207, { errors });
		hubspot.refuse('grace@example.com', 400, { message: 'Invalid input' });
		const people: JsonObject[] = [
			{ name: 'Ada King Lovelace', email: 'ada@example.com', message: 'Hello' },
			{ name: 'Ada Lovelace', email: ' Ada@example.com ', message: '' },
			{ name: 'Mary Ann', 'last name': 'Evans', email: 'mary@example.com' },
			{ name: 'Many', email: 'multi@example.com' },
			{ name: 'Grace', email: 'grace@example.com' },
		];
		const ids = addAwkward();
		const others = people.map((data) => add(data));

		const one = await stage.runWithAll(load('new-submission-to-hubspot'));
		const { ada, mary, ...rest } = Object.fromEntries(
			[...hubspot.contacts].map(([email, contact]) => [
				email.replace(/@example.com$/, ''),
				contact,
			]),
		);
		hubspot.refuseNone();
		await stage.retry(one);

		const names = GOOD.map((address) => address.toLowerCase().replace(/@example.com$/, ''));
		expect(sorted(Object.keys(rest))).toEqual(sorted(names));
		expect([ada, mary]).toEqual([
			{ email: 'Ada@example.com', firstname: 'Ada', lastname: 'Lovelace', message: 'Hello' },
			{ email: 'mary@example.com', firstname: 'Mary Ann', lastname: 'Evans' },
		]);
		const paths = new Set(hubspot.paths);
		expect([...paths]).toEqual(['POST /crm/v3/objects/contacts/batch/upsert']);
		const named = reported(one);
		const [many = '', grace = ''] = others.slice(3);
		expect(sorted(Object.keys(named))).toEqual(sorted([...badAmong(ids), many, grace]));
		expect(named[many]).toBe('status 207∶ Values were not valid');
		expect(named[grace]).toBe('status 400∶ Invalid input');
		expect([...hubspot.contacts.keys()].slice(-2)).toEqual([
			'multi@example.com',
			'grace@example.com',
		]);
	});

	describe('new-submission-to-chat', () => {
		const toChat = (url: string) =>
			load('new-submission-to-chat', { parameters: { 'Send the message': { url } } });
		const kindsIn = (value: unknown) =>
			sorted([...new Set(JSON.stringify(value).match(/(?<="type":")\w+/g))]);

		it.each(Object.entries(CHATS))(
			'shows in %s what a visitor entered as text that calls nobody, links nowhere, and is not long',
			async (chat, url) => {
				const photo = `data:image/png;base64,${'A'.repeat(100_000)}`;
				const entered = { name: CALLING, ...HOSTILE, photo, [CALLING]: 'x' };

				const { runs } = await sendEach(toChat(url), [entered]);

				expect(errorsOf(runs)).toEqual([]);
				expect(messages).toHaveLength(1);
				const body: JsonObject = messages[0]?.body ?? {};
				expect(JSON.stringify(body).length).toBeLessThan(6_000);
				expect(leavesOf(body).join('\n')).toContain('[Sign in](https://evil.example)');
				const rich = ['rich_text', 'rich_text_preformatted', 'rich_text_section', 'text'];
				const card = ['AdaptiveCard', 'RichTextBlock', 'TextRun', 'message'];
				if (chat === 'slack') {
					expect(body.text).toBe('New submission: Contact');
					expect(kindsIn(body.blocks)).toEqual(rich);
				} else if (chat === 'teams') expect(kindsIn(body)).toEqual(card);
				else {
					const text = String(body.content ?? body.text);
					expect(text.match(/```/g)).toHaveLength(2);
					expect(text).toMatch(/^```\n[^]*\n```$/);
					expect(text.length).toBeLessThanOrEqual(2_000);
				}
				if (chat === 'discord') expect(body.allowed_mentions).toEqual({ parse: [] });
			},
		);

		it('is not stopped by one that the chat refuses, and tries again what it may take later', async () => {
			let later = 0;
			stage.answerChats((text) => {
				if (text.includes('refused')) return 400;
				return text.includes('later') && ++later < 3 ? 503 : 200;
			});

			const all = ['refused', 'later', 'Ann'].map((name) => ({ name }));
			const { ids, runs } = await sendEach(toChat(CHATS.slack), all);
			stage.answerChats(() => 200);
			const [failed, ...more] = runs.filter(({ error }) => error !== undefined);
			const sentBefore = messages.length;
			const retried = await stage.retry(failed);

			const reason = new RegExp(`^1 submission did not reach the chat∶ ${ids[0]} \\(status 400`);
			expect([failed?.error, more]).toEqual([expect.stringMatching(reason), []]);
			expect([sentBefore, retried, messages.length]).toEqual([2, 'success', 3]);
		});
	});

	describe('notify-me-when-a-workflow-fails', () => {
		/** A workflow of whose failures a chat is told, called by another trigger. */
		const notifying = async (file: WorkflowFile) => ({
			...file,
			settings: { errorWorkflow: await publish(load('notify-me-when-a-workflow-fails')) },
		});
		const textsOf = async (count: number) =>
			await waitFor(`${count} messages`, () => {
				const texts = messages.map(({ body }) => String(body.text));
				return texts.length >= count && texts;
			});

		it('sends one message for each, which names the submission, mentions no one, and links only to the execution', async () => {
			// It fails with all that the visitor entered.
			const throwing = code(
				"const { id, ...row } = $input.first().json;\nthrow new Error(`${id} @everyone ${JSON.stringify(row)}`.replace(/:/g, '∶'));",
			);
			const login =
				'@everyone <!channel> **[Reset your password](https://evil.example/login)** www.evil.example';
			const file = replaced(load('new-submission'), 'Add your nodes here', throwing);
			const all = [...AWKWARD.map(({ data }) => data), { name: login }];

			const { id, ids } = await sendEach(await notifying(file), all);
			const texts = await textsOf(all.length);

			expect(sorted(texts.map((text) => `sub_${/sub (\w+)/.exec(text)?.[1]}`))).toEqual(
				sorted(ids),
			);
			expect(texts.join()).toContain('everyone channel Reset your password');
			for (const text of texts) {
				const [reason = '', link = ''] = text.split(/(?=http:\/\/127)/);
				expect(reason).not.toMatch(/[@<>*_`~|[\]]|:\/\/|\.\p{L}/u);
				expect(link).toMatch(new RegExp(`/workflow/${id}/executions/\\d+$`));
			}
		});

		it('says in whole sentences why a trigger fails', async () => {
			await publish(await notifying({ ...load('new-submission'), name: 'Waiting' }));
			host().emulator.onAnswer(() => ({ kind: 'response', status: 503, headers: {}, body: '' }));
			const [message = ''] = await textsOf(1).finally(() => host().emulator.onAnswer(undefined));

			expect(message).toMatch(
				/^The workflow "Waiting" failed at "New submission", form "Contact": /,
			);
			expect(message).toContain('The service is unavailable (status 503). If it keeps');
			expect(message).toContain('what came meanwhile runs by itself afterward.');
			expect(message).toContain(host().baseUrl.replace('http://', ''));
			expect(message).not.toMatch(/\.\.|http: /);
		});
	});

	describe('new-submission-files', () => {
		const EXAMPLE = 'new-submission-files';
		const PDF = { 'content-type': 'application/pdf' };
		const pages: Record<string, SiteAnswer> = {
			'/cv.pdf': { body: 'A CV', headers: PDF },
			'/a/photo.jpg': { body: 'One', headers: { 'content-type': 'image/jpeg' } },
			'/b/photo.jpg': { body: 'Two', headers: { 'content-type': 'application/octet-stream' } },
			'/L%C3%A4ufer%20%2F%20CV.pdf?signature=x': { body: 'Three', headers: PDF },
			'/empty.pdf': { body: '', headers: PDF },
			'/sign-in.pdf': { body: '<!DOCTYPE html><title>Sign in</title>' },
			'/hidden.pdf': { body: ' <html>', headers: PDF },
			'/error.pdf': { body: { error: 'The link has expired' } },
			'/hidden-error.pdf': { body: '{"error":"Denied"}', headers: PDF },
			'/page.html': { body: '<html>A page that was uploaded</html>' },
			'/data.json': { body: { a: 1 } },
		};
		let files: Awaited<ReturnType<typeof startSite>>;
		let elsewhere: Awaited<ReturnType<typeof startSite>>;

		beforeEach(async () => {
			elsewhere = await startSite(() => ({ body: 'Signed', headers: PDF }));
			files = await startSite(({ url }) => {
				const location = `${elsewhere.url}/signed`;
				if (url === '/redirected.pdf') return { status: 302, headers: { location }, body: '' };
				return pages[url] ?? { status: 404, body: 'The link has expired' };
			});
		});

		afterEach(async () => {
			for (const site of [files, elsewhere]) await site.stop();
		});

		const saved = () => drive.files.map(({ name, content }) => [name, content]);

		/** Someone submits the form with these files. */
		async function upload(uploaded: unknown[], simplify = false) {
			const id = add(HOSTILE, { files: uploaded });
			const { id: workflow, send } = await stage.publishCalled(load(EXAMPLE));
			const [one] = await send((await stage.rows({ simplify })).at(-1) ?? {});
			return { id, workflow, run: one };
		}

		it('saves each file under a name of its own, the others when one fails, and that one on a retry; it sends their host nothing of the credential', async () => {
			const url = `${files.url}/cv.pdf`;
			drive.refuse((name) => name.endsWith('too-big.pdf'));

			const {
				id,
				workflow,
				run: failed,
			} = await upload([
				{ name: 'photo.jpg', url: `${files.url}/a/photo.jpg` },
				{ name: 'photo.jpg', url: `${files.url}/b/photo.jpg` },
				{ name: '../../etc/passwd', url },
				{ name: 'too-big.pdf', url },
				{ name: 'gone.pdf', url: `${files.url}/gone.pdf` },
				// A service may give no more than a link.
				`${files.url}/L%C3%A4ufer%20%2F%20CV.pdf?signature=x`,
				{ name: ' ', url: `${files.url}/redirected.pdf` },
			]);
			const savedAtFirst = saved();
			drive.refuse(() => false);
			// n8n runs it, but can't show the error of a download in its response.
			await stage.retry(failed).catch(() => undefined);
			await host().n8n.executions.waitForCount(workflow, 2);

			expect(failed?.error).toMatch(
				new RegExp(`^2 files were not saved∶ ${id}-4-too-big.pdf \\(.+\\); ${id}-5-gone.pdf \\(`),
			);
			expect(savedAtFirst).toEqual([
				[`${id}-1-photo.jpg`, 'One'],
				[`${id}-2-photo.jpg`, 'Two'],
				[`${id}-3-.._.._etc_passwd`, 'A CV'],
				[`${id}-6-Läufer _ CV.pdf`, 'Three'],
				[`${id}-7-redirected.pdf`, 'Signed'],
			]);
			expect(saved()).toEqual([...savedAtFirst, [`${id}-4-too-big.pdf`, 'A CV']]);
			const asked = JSON.stringify([files.requests, elsewhere.requests]);
			expect(asked).not.toMatch(new RegExp(`${host().apiKey}|authorization|api-key`, 'i'));
		});

		it('saves nothing that came instead of a file, and says what that was', async () => {
			const reasons: Record<string, string | undefined> = {
				'empty.pdf': 'it is empty',
				'sign-in.pdf': 'a web page came instead',
				'hidden.pdf': 'a web page came instead',
				'error.pdf': 'JSON came instead∶ {"error"∶"The link has expired"}',
				'hidden-error.pdf': 'JSON came instead',
				'page.html': undefined,
				'data.json': undefined,
			};
			const names = Object.keys(reasons);
			const { id, run: failed } = await upload(
				names.map((name) => ({ name, url: `${files.url}/${name}` })),
			);

			expect(saved().map(([name]) => name)).toEqual([`${id}-6-page.html`, `${id}-7-data.json`]);
			expect(failed?.error).toMatch(/^5 files were not saved∶ /);
			for (const [index, [name, reason]] of Object.entries(reasons).entries()) {
				const said = `${id}-${index + 1}-${name} (${reason ?? ''}`;
				expect([said, failed?.error?.includes(said)]).toEqual([said, reason !== undefined]);
			}
		});

		it('is red where the trigger simplifies, and says what to set', async () => {
			const { run: failed } = await upload([{ name: 'cv.pdf', url: `${files.url}/cv.pdf` }], true);

			expect(failed?.error).toMatch(/^In the trigger, turn off Simplify/);
			expect(saved()).toEqual([]);
		});
	});
});
