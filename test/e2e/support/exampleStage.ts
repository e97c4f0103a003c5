/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import {
	inCrm,
	loadExample,
	withoutPause,
	type ExampleName,
	type ExampleSetup,
} from '../../sandbox/client/examples';
import { asObject, isObject } from '../../sandbox/client/json';
import type {
	CredentialRef,
	Execution,
	JsonObject,
	WorkflowFile,
} from '../../sandbox/client/n8nClient';
import {
	ACTION,
	actionWorkflow,
	fromList,
	linkTo,
	makeNode,
	START,
} from '../../sandbox/client/workflowFile';
import { waitFor } from '../../sandbox/host/waitFor';
import { startCrm, type Crm } from '../../sandbox/standIns/crm';
import { createGoogleDrive, DRIVE_ACCOUNT } from '../../sandbox/standIns/googleDrive';
import { createGoogleSheets, DOCUMENT, SHEETS_ACCOUNT } from '../../sandbox/standIns/googleSheets';
import { createHubspot } from '../../sandbox/standIns/hubspot';
import { startInternet, type Internet, type Site } from '../../sandbox/standIns/internet';
import { startMailServer, type MailServer } from '../../sandbox/standIns/mail';
import { useHost } from './host';

/** The node that starts an example as it is in its file. */
export const TRIGGER = 'New submission';

export const CHATS = {
	slack: 'https://hooks.slack.com/services/T0/B0/x',
	discord: 'https://discord.com/api/webhooks/1/x',
	teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/x',
	mattermost: 'https://chat.example.com/hooks/x',
};

/** Together, all data tables may hold this much; n8n looks each time. */
const TABLES = {
	N8N_DATA_TABLES_MAX_SIZE_BYTES: '3000000',
	N8N_DATA_TABLES_SIZE_CHECK_CACHE_DURATION_MS: '0',
};

const FILLER = 'Filler';

/** The data of each credential for another service. */
const ACCOUNTS = {
	googleDriveOAuth2Api: DRIVE_ACCOUNT,
	googleSheetsOAuth2Api: SHEETS_ACCOUNT,
	hubspotAppToken: { appToken: 'token' },
};

type Account = keyof typeof ACCOUNTS | 'smtp';

type Places = { crmUrl: string; folder: string; accounts: Record<Account, CredentialRef> };

const mailed = ({ accounts }: Places) => ({
	credentials: { 'Send the email': accounts.smtp },
	parameters: {
		'Send the email': { fromEmail: 'n8n@example.com', toEmail: 'team@example.com' },
	},
});

const toChat = () => ({ parameters: { 'Send the message': { url: CHATS.mattermost } } });

/** What a person enters in each example, besides the credential of the service and the form. */
const ENTERED: { [example in ExampleName]?: (places: Places) => Partial<ExampleSetup> } = {
	'every-submission-once': ({ crmUrl }) => ({
		parameters: { 'Send to the CRM': { url: `${crmUrl}/contacts` } },
	}),
	'export-everything': ({ folder }) => ({
		edits: { 'Write the file': { from: '/home/node/.n8n-files', to: folder } },
	}),
	'new-submission-by-email': mailed,
	'new-submission-files': ({ accounts }) => ({
		credentials: { 'Save the file': accounts.googleDriveOAuth2Api },
	}),
	'new-submission-to-any-crm': ({ crmUrl }) => inCrm(crmUrl),
	'new-submission-to-chat': toChat,
	'new-submission-to-google-sheets': ({ accounts: { googleSheetsOAuth2Api } }) => ({
		credentials: {
			'Read the IDs': googleSheetsOAuth2Api,
			'Append the row': googleSheetsOAuth2Api,
		},
		parameters: { 'Read the IDs': DOCUMENT },
	}),
	'new-submission-to-hubspot': ({ accounts }) => ({
		credentials: { 'Create or update the contact': accounts.hubspotAppToken },
		boxes: { firstname: 'name', lastname: 'last name' },
	}),
	'notify-me-when-a-workflow-fails': toChat,
	'order-lines-to-excel': () => ({
		parameters: { 'A row for each product': { fieldToSplitOut: 'data.products' } },
	}),
	'weekly-excel-by-email': mailed,
};

/** A row that came alone, or several that came together. */
type Came = JsonObject | JsonObject[];

/** A real n8n with stand-ins for all that examples send to; each test has a form, a CRM, and empty stand-ins. */
export function useExampleStage() {
	const [drive, sheets, hubspot] = [createGoogleDrive(), createGoogleSheets(), createHubspot()];
	const messages: Array<{ host: string; body: JsonObject }> = [];
	let chatAnswers: (text: string) => number;
	let internet: Internet;
	let mail: MailServer;
	let crm: Crm;
	let formId: string;
	let accounts: Record<Account, CredentialRef>;
	let published: string[];

	const chatAt =
		(name: string): Site =>
		({ body }) => {
			const status = chatAnswers(body);
			const message = asObject(JSON.parse(body), 'the message');
			if (status === 200) messages.push({ host: name, body: message });
			return { status, body: { message: `said ${status}` } };
		};

	beforeAll(async () => {
		const chats = Object.values(CHATS).map((url) => new URL(url).hostname);
		const sites = Object.fromEntries(chats.map((name) => [name, chatAt(name)]));
		internet = await startInternet({
			...{ ...drive.sites, ...sheets.sites, ...hubspot.sites },
			...sites,
		});
		mail = await startMailServer();
	});

	const host = useHost(() => ({ ...internet.env, ...TABLES }));

	beforeAll(async () => {
		const { credentials } = host().n8n;
		const all = Object.entries({ ...ACCOUNTS, smtp: mail.account });
		const created = all.map(
			async ([type, data]) => [type, await credentials.create(type, type, data)] as const,
		);
		accounts = Object.fromEntries(await Promise.all(created)) as typeof accounts;
	});

	beforeEach(async () => {
		crm = await startCrm();
		formId = host().emulator.addForm({ name: 'Contact' }).id;
		published = [];
		for (const kept of [drive.files, sheets.grid, messages, mail.received, hubspot.paths]) {
			kept.length = 0;
		}
		hubspot.contacts.clear();
		hubspot.refuseNone();
		drive.refuse(() => false);
		chatAnswers = () => 200;
	});

	afterEach(async () => {
		for (const id of published) await host().n8n.workflows.unpublish(id);
		await crm.stop();
	});

	afterAll(async () => {
		await mail?.stop();
		await internet?.stop();
	});

	/** The example as its note has it set up, but that it tries again without a pause. */
	function load(example: ExampleName, more: Partial<ExampleSetup> = {}): WorkflowFile {
		const folder = host().exportFolder;
		const entered = ENTERED[example]?.({ crmUrl: crm.url, folder, accounts }) ?? {};
		const setup = { credential: host().credential, formId, ...entered, ...more };
		const parameters = { ...entered.parameters, ...more.parameters };
		const { nodes, ...file } = withoutPause(loadExample(example, { ...setup, parameters }));
		const chosen = ({ formId: form }: JsonObject) =>
			isObject(form) &&
			form.mode === 'id' &&
			form.value === formId && { formId: fromList(contact()) };
		const changed = nodes.map((node) => ({
			...{ ...node, waitBetweenTries: 1 },
			parameters: { ...node.parameters, ...chosen(node.parameters) },
		}));
		return { ...file, nodes: changed };
	}

	const contact = () => ({ id: formId, name: 'Contact' });

	const create = async (file: WorkflowFile) => (await host().n8n.workflows.create(file)).id;

	async function publish(file: WorkflowFile): Promise<string> {
		const id = await create(file);
		published.push(id);
		await host().n8n.workflows.publish(id);
		return id;
	}

	/** Runs a workflow once, from the button or the schedule that it has. */
	async function run(workflow: WorkflowFile | string): Promise<Execution> {
		const id = typeof workflow === 'string' ? workflow : await create(workflow);
		const { nodes } = await host().n8n.workflows.read(id);
		const start = nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type));
		return await host().n8n.executions.run(id, { trigger: start?.name ?? '' });
	}

	/** Those that this trigger started: n8n lists the runs of its sub-workflows beside them. */
	const runsFrom = async (trigger: string, id: string) =>
		(await host().n8n.executions.ofWorkflow(id)).filter(({ ran }) => ran(trigger));

	const waitForRuns = async (trigger: string, id: string, count: number) =>
		await waitFor(`${count} runs from ${trigger}`, async (see) => {
			const found = await runsFrom(trigger, id);
			see(found.length);
			return found.length >= count && found;
		});

	/** Publishes it with another trigger in place of ours; `send` runs it once for each, and waits for the ends. */
	async function publishCalled({ nodes, ...file }: WorkflowFile) {
		const path = randomUUID();
		const webhook = { httpMethod: 'POST', path, options: {} };
		const rows = { jsCode: 'return $json.body.map((json) => ({ json }));' };
		const others = [
			makeNode('Called', 'n8n-nodes-base.webhook', webhook, { typeVersion: 2, webhookId: path }),
			makeNode('Its rows', 'n8n-nodes-base.code', rows, { typeVersion: 2 }),
			...nodes.filter(({ name }) => name !== TRIGGER),
		];
		const { [TRIGGER]: next, ...rest } = file.connections;
		const connections = { ...rest, Called: linkTo('Its rows'), 'Its rows': next };
		const id = await publish({ ...file, nodes: others, connections });
		const send = async (...all: Came[]): Promise<Execution[]> => {
			const before = (await runsFrom('Called', id)).length;
			for (const came of all) {
				await fetch(new URL(`/webhook/${path}`, host().url), {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify([came].flat()),
				});
			}
			return (await waitForRuns('Called', id, before + all.length)).slice(before);
		};
		return { id, send };
	}

	const add = (data: JsonObject, seed: object = {}) =>
		host().emulator.addSubmission({ formId, data, createdAt: Date.now() - 3_600_000, ...seed }).id;

	/** The form's submissions as our nodes return them, oldest first. */
	async function rows(more: JsonObject = {}): Promise<JsonObject[]> {
		const { options, ...rest } = more;
		const chosen = { order: 'oldestFirst', ...(isObject(options) && options) };
		const parameters = { resource: 'submission', operation: 'getAll', returnAll: true, ...rest };
		const list = { ...parameters, formId: fromList(contact()), options: chosen };
		const id = await create(actionWorkflow(host().credential, list));
		return (await host().n8n.executions.run(id, { trigger: START })).output(ACTION);
	}

	/** Publishes it called by another trigger, and sends what these visitors entered, each alone. */
	async function sendEach(file: WorkflowFile, all: JsonObject[], seed: object = {}) {
		const ids = all.map((data) => add(data, seed));
		const { id, send } = await publishCalled(file);
		const runs = await send(...(await rows()).filter((row) => ids.includes(String(row.id))));
		return { id, ids, send, runs };
	}

	return {
		...{ host, drive, sheets, hubspot, messages },
		...{ load, create, publish, run, publishCalled, sendEach, waitForRuns, add, rows },
		crm: () => crm,
		mail: () => mail,
		formId: () => formId,
		/** Runs it once with all submissions of the form, as if they had come together. */
		async runWithAll(file: WorkflowFile, more: JsonObject = {}) {
			const { id, send } = await publishCalled(file);
			const [execution] = await send(await rows(more));
			if (execution === undefined) throw new Error('It did not run');
			return { ...execution, workflowId: id };
		},
		/** What chats answer to a message from now on. */
		answerChats(next: typeof chatAnswers): void {
			chatAnswers = next;
		},
		/** Leaves no room in n8n's data tables, or makes room again. */
		fillTables: async () => await host().n8n.dataTables.create(FILLER, ['x'.repeat(3_200_000)]),
		emptyTables: async () => await host().n8n.dataTables.delete(FILLER),
		/** The rows of the table that a workflow has made, whose name ends with its ID. */
		table: async (id: string) => await host().n8n.dataTables.rows(`Contact submissions ${id}`),
		retry: async (failed: Execution | undefined, workflow?: 'current') =>
			await host().n8n.executions.retry(failed?.id ?? '', workflow),
		inFolder: (name: string) => join(host().exportFolder, name),
	};
}

/** What was named in a red run, by ID, with the reason. */
export function reported({ error = '' }: Execution): Record<string, string> {
	const entries = [...error.matchAll(/(sub_\w+)(?:, \S+)? \((.*?)\)(?=; |\. )/g)];
	return Object.fromEntries(entries.map(([, id = '', reason = '']) => [id, reason]));
}

export const errorsOf = (runs: Execution[]) => runs.map(({ error }) => error).filter(Boolean);

/** All texts and numbers in a message. */
export function leavesOf(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	return Object.values(value).flatMap(leavesOf);
}
