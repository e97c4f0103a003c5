/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

import type { DeliveryOverrides, Destination, Submission } from '../../test/emulator';
import { parseCsv } from '../csv';
import { PROJECT } from '../paths';
import { sleep } from '../waitFor';
import { CSV_FILE, type Stage } from './prepare';
import type { Report } from './report';

const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';
const ROWS_SHOWN = 4;
const COLUMNS_SHOWN = ['id', 'submittedAt', 'name', 'email', 'message'];
/** Long enough for an execution that should not be there to show. */
const SETTLE_MS = 1_000;

export type Step = { title: string; run: (stage: Stage, report: Report) => Promise<void> };

export const STEPS: Step[] = [
	{ title: '1. The forms of the workspace', run: listForms },
	{ title: '2. All submissions of a form, exported to CSV', run: exportToCsv },
	{ title: '3. The trigger is published and registers itself', run: publishTrigger },
	{ title: '4. Three people fill in the form', run: receiveSubmissions },
	{ title: '5. Deliveries that did not come from the service', run: refuseOthers },
];

async function listForms({ n8n, workflows, world }: Stage, report: Report): Promise<void> {
	const execution = await n8n.executions.run(workflows['list-forms'].id, {
		trigger: MANUAL_TRIGGER,
	});
	const forms = execution.output('List forms');
	report.table(
		['Form', 'ID', 'Test mode'],
		forms.map(({ name, id, isTestMode }) => [String(name), String(id), isTestMode ? 'yes' : 'no']),
	);
	const names = forms.map(({ name }) => String(name)).sort();
	const expected = world.forms.map(({ name }) => name).sort();
	report.check('Forms listed', expected.join(', '), execution.error ?? names.join(', '));
}

async function exportToCsv({ n8n, workflows, world }: Stage, report: Report): Promise<void> {
	rmSync(CSV_FILE, { force: true });
	const { id } = workflows['export-to-csv'];
	const execution = await n8n.executions.run(id, { trigger: MANUAL_TRIGGER });
	report.check('Export ended with', 'success', execution.error ?? execution.status);
	const [head = [], ...rows] = parseCsv(readFileSync(CSV_FILE, 'utf8'));
	const shown = COLUMNS_SHOWN.map((name) => head.indexOf(name));
	report.table(
		COLUMNS_SHOWN,
		rows.slice(0, ROWS_SHOWN).map((row) => shown.map((index) => row[index] ?? '')),
	);
	report.line(`${rows.length} rows, ${head.length} columns in ${relative(PROJECT, CSV_FILE)}`);
	const column = head.indexOf('id');
	const ids = rows.map((row) => row[column] ?? '');
	const missing = world.listed.filter((submission) => !ids.includes(submission.id));
	report.check('Submissions in the file', `${world.listed.length}`, `${ids.length}`);
	report.check('Missing or twice', '0', `${missing.length + ids.length - new Set(ids).size}`);
}

async function publishTrigger({ n8n, workflows, world }: Stage, report: Report): Promise<void> {
	await n8n.workflows.publish(workflows['new-submission'].id);
	const destinations = world.emulator.destinations(world.contact.id);
	const secret = destinations[0]?.secret ?? '';
	report.check('Destinations at the service', '1', `${destinations.length}`);
	report.line(`  ${destinations[0]?.url}`);
	report.check(
		'Secret that the node chose',
		'64 hex digits',
		/^[0-9a-f]{64}$/.test(secret) ? '64 hex digits' : `"${secret}"`,
	);
}

const PEOPLE = [
	{ name: 'Ada Lovelace', email: 'ada@example.com', message: 'Does the engine weave algebra?' },
	{ name: 'Zoë Müller', email: 'zoe@example.com', message: 'Grüße aus Köln — „bis bald“ 🙂' },
	{ name: '山田 花子', email: 'hanako@example.com', message: '予約をお願いします。' },
];

async function receiveSubmissions({ n8n, workflows, world }: Stage, report: Report): Promise<void> {
	const sent: Submission[] = [];
	for (const person of PEOPLE) {
		const { submission, results } = await world.emulator.submit(world.contact.id, person);
		sent.push(submission);
		const statuses = results.map(({ status }) => status).join(', ');
		report.check(`Delivery of ${person.name}`, '200', statuses);
	}
	const { id } = workflows['new-submission'];
	const executions = await n8n.executions.waitForCount(id, PEOPLE.length);
	const rows = executions.map((execution) => {
		const { submissionId, name, message } = execution.output('Pick the fields')[0] ?? {};
		return [execution.id, execution.status, String(submissionId), String(name), String(message)];
	});
	report.table(['Execution', 'Status', 'Submission', 'Name', 'Message'], rows);
	report.check('Executions', `${PEOPLE.length}`, `${rows.length}`);
	const received = rows.map(
		([, status, submissionId, name]) => `${status} ${submissionId} ${name}`,
	);
	const expected = sent.map(
		(submission) => `success ${submission.id} ${String(submission.data.name)}`,
	);
	const isSame = received.sort().join() === expected.sort().join();
	report.check('Their data is what was sent', 'yes', isSame ? 'yes' : received.join('; '));
}

const TEN_MINUTES_MS = 10 * 60_000;

const REFUSED: { title: string; overrides: () => DeliveryOverrides }[] = [
	{ title: 'Forged: signed with another secret', overrides: () => ({ secret: 'f'.repeat(64) }) },
	{ title: 'Not signed', overrides: () => ({ secret: null }) },
	{ title: 'Ten minutes old', overrides: () => ({ timestamp: Date.now() - TEN_MINUTES_MS }) },
];

async function refuseOthers({ n8n, workflows, world }: Stage, report: Report): Promise<void> {
	const { id } = workflows['new-submission'];
	const before = (await n8n.executions.ofWorkflow(id)).length;
	const destination = theDestination(world.emulator.destinations(world.contact.id));
	for (const { title, overrides } of REFUSED) {
		const submission = world.emulator.addSubmission({ formId: world.contact.id });
		const delivery = world.emulator.buildDelivery(submission, destination, overrides());
		const { status, body } = await world.emulator.deliver(delivery);
		report.check(title, '401', `${status}`);
		report.line(`  ${body}`);
	}
	await sleep(SETTLE_MS);
	const after = (await n8n.executions.ofWorkflow(id)).length;
	report.check('Executions that they started', '0', `${after - before}`);
}

function theDestination([destination]: Destination[]): Destination {
	if (destination === undefined) throw new Error('No destination was registered');
	return destination;
}
