/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

import type { DeliveryOverrides, Destination, Submission } from '../../test/emulator';
import { parse as parseCsv } from 'csv-parse/sync';
import { PROJECT } from '../../test/sandbox/paths';
import { sleep, waitFor } from '../../test/sandbox/host/waitFor';
import { print, type Report } from './report';
import { CSV_FILE, type Stage } from './stage';

const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';
const ROWS_SHOWN = 4;
const COLUMNS_SHOWN = ['id', 'submittedAt', 'name', 'email', 'message'];
/** Long enough for an unwanted execution to appear. */
const SETTLE_MS = 1_000;

type Step = { title: string; run: (stage: Stage, report: Report) => Promise<void> };

export const STEPS: Step[] = [
	{ title: 'The forms of the workspace', run: listForms },
	{ title: 'All submissions of a form, exported to CSV', run: exportToCsv },
	{ title: 'The trigger is published and registers itself', run: publishTrigger },
	{ title: 'Three visitors fill in the form', run: receiveSubmissions },
	{ title: 'Deliveries that did not come from the service', run: refuseOthers },
	{ title: 'Each new submission becomes a contact in the CRM', run: sendToCrm },
	{ title: 'A test of the trigger shows the newest submission', run: tryTrigger },
];

async function listForms(
	{ n8n, workflows, forms: existing }: Stage,
	report: Report,
): Promise<void> {
	const execution = await n8n.executions.run(workflows['list-forms'].id, {
		trigger: MANUAL_TRIGGER,
	});
	const forms = execution.output('List forms');
	report.table(
		['Form', 'ID', 'Test mode'],
		forms.map(({ name, id, isTestMode }) => [String(name), String(id), isTestMode ? 'yes' : 'no']),
	);
	const names = forms.map(({ name }) => String(name)).sort();
	const expected = existing.map(({ name }) => name).sort();
	report.check('Forms listed', expected.join(', '), execution.error ?? names.join(', '));
}

async function exportToCsv({ n8n, workflows, listed }: Stage, report: Report): Promise<void> {
	rmSync(CSV_FILE, { force: true });
	const { id } = workflows['export-to-csv'];
	const execution = await n8n.executions.run(id, { trigger: MANUAL_TRIGGER });
	report.check('Export ended with', 'success', execution.error ?? execution.status);
	const [head = [], ...rows] = parseCsv(readFileSync(CSV_FILE), { bom: true });
	const shown = COLUMNS_SHOWN.map((name) => head.indexOf(name));
	report.table(
		COLUMNS_SHOWN,
		rows.slice(0, ROWS_SHOWN).map((row) => shown.map((index) => row[index] ?? '')),
	);
	print(`${rows.length} rows, ${head.length} columns in ${relative(PROJECT, CSV_FILE)}`);
	const column = head.indexOf('id');
	const ids = rows.map((row) => row[column] ?? '');
	const missing = listed.filter((submission) => !ids.includes(submission.id));
	report.check('Submissions in the file', `${listed.length}`, `${ids.length}`);
	report.check('Missing or duplicated', '0', `${missing.length + ids.length - new Set(ids).size}`);
}

async function publishTrigger(stage: Stage, report: Report): Promise<void> {
	const { n8n, workflows, emulator, contact } = stage;
	await n8n.workflows.publish(workflows['new-submission'].id);
	const destinations = emulator.destinations(contact.id);
	const secret = destinations[0]?.secret ?? '';
	report.check('Destinations in the service', '1', `${destinations.length}`);
	print(`  ${destinations[0]?.url}`);
	report.check(
		'Secret that the node chose',
		'64 hex digits',
		/^[0-9a-f]{64}$/.test(secret) ? '64 hex digits' : `"${secret}"`,
	);
}

const [FIRST_VISITOR, ...OTHER_VISITORS] = [
	{ name: 'Bakery', email: 'bakery@example.com', message: 'Do you deliver flour on Sundays?' },
	{ name: 'Bäckerei', email: 'baeckerei@example.com', message: 'Grüße aus Köln — „bis bald“ 🙂' },
	{ name: '花屋', email: 'hanaya@example.com', message: '予約をお願いします。' },
] as const;
const VISITORS = [FIRST_VISITOR, ...OTHER_VISITORS];

async function receiveSubmissions(stage: Stage, report: Report): Promise<void> {
	const { n8n, workflows, emulator, contact } = stage;
	const sent: Submission[] = [];
	for (const visitor of VISITORS) {
		const { submission, results } = await emulator.submit(contact.id, visitor);
		sent.push(submission);
		const statuses = results.map(({ status }) => status).join(', ');
		report.check(`Delivery of ${visitor.name}`, '200', statuses);
	}
	print('  n8n reads the list once a minute, and at once when a delivery comes.');
	const { id } = workflows['new-submission'];
	// One may come alone, several together.
	const rows = await waitFor(`${VISITORS.length} submissions`, async (see) => {
		const executions = await n8n.executions.ofWorkflow(id);
		const seen = executions.flatMap((execution) =>
			execution
				.output('New submission')
				.map((row) => [execution.id, execution.status, row.id, row.name, row.message].map(String)),
		);
		see(seen);
		return seen.length >= VISITORS.length ? seen : undefined;
	});
	report.table(['Execution', 'Status', 'Submission', 'Name', 'Message'], rows);
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

async function refuseOthers(stage: Stage, report: Report): Promise<void> {
	const { n8n, workflows, emulator, contact } = stage;
	const { id } = workflows['new-submission'];
	const before = (await n8n.executions.ofWorkflow(id)).length;
	const destination = theDestination(emulator.destinations(contact.id));
	for (const { title, overrides } of REFUSED) {
		// Nothing but the delivery could start an execution.
		const submission = emulator.addSubmission({ formId: contact.id, status: 'spam' });
		const delivery = emulator.buildDelivery(submission, destination, overrides());
		const { status, body } = await emulator.deliver(delivery);
		report.check(title, '401', `${status}`);
		print(`  ${body}`);
	}
	await sleep(SETTLE_MS);
	const after = (await n8n.executions.ofWorkflow(id)).length;
	report.check('Executions that they started', '0', `${after - before}`);
}

async function sendToCrm(stage: Stage, report: Report): Promise<void> {
	const { n8n, workflows, emulator, contact, crm } = stage;
	const { id } = workflows['new-submission-to-any-crm'];
	await n8n.workflows.publish(id);
	const { name, message } = FIRST_VISITOR;
	const { submission } = await emulator.submit(contact.id, FIRST_VISITOR);
	const [execution] = await n8n.executions.waitForCount(id, 1);
	report.check('Workflow ended with', 'success', execution?.error ?? execution?.status ?? 'none');
	const contacts = crm.requests.map(({ body }) => `${String(body.name)} ${String(body.message)}`);
	report.check('Contacts in the CRM', `${name} ${message}`, contacts.join(', '));
	report.check('Key that tells repeats apart', submission.id, crm.taken.join(', '));
}

async function tryTrigger(stage: Stage, report: Report): Promise<void> {
	const { n8n, workflows, emulator, contact } = stage;
	const newest = emulator.addSubmission({ formId: contact.id });
	const execution = await n8n.executions.run(workflows['new-submission'].id, {
		trigger: 'New submission',
	});
	const ids = execution.output('New submission').map((row) => String(row.id));
	report.check('Newest submission shown', newest.id, execution.error ?? ids.join(', '));
}

function theDestination([destination]: Destination[]): Destination {
	if (destination === undefined) throw new Error('No destination was registered');
	return destination;
}
