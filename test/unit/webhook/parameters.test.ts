import type { IDataObject } from 'n8n-workflow';

import { readTriggerSettings } from '../../../nodes/FormSubmissions/webhook/parameters';
import { DEFAULT_COLUMNS } from '../../../nodes/FormSubmissions/rows/columns';
import { hookContext } from '../../support/n8n';

const formId = { __rl: true, mode: 'list', value: 'frm_1', cachedResultName: 'Contact' };

/** What the trigger is set to, with these values stored in the workflow. */
const settingsOf = (parameters: IDataObject) =>
	readTriggerSettings(
		hookContext({ kind: 'formSubmissionsTrigger', parameters: { formId, ...parameters } }),
	);

const OF_COMPLETE = {
	runFor: 'together',
	filters: { status: ['spam'] },
	options: { startFrom: '2026-01-31T09:00:00Z', lookBack: 7 },
};

const ALL = { ...OF_COMPLETE, options: { ...OF_COMPLETE.options, skipRepeated: false } };

describe('the settings of the webhook trigger', () => {
	it('are those of a workflow that was saved before there were others, if nothing is stored', () => {
		expect(settingsOf({})).toMatchObject({
			isComplete: true,
			runFor: 'each',
			isManual: false,
			revision: 1,
			skipRepeated: true,
			watched: {
				filter: { statuses: undefined },
				matches: [],
				startFromMs: undefined,
				latenessMs: undefined,
			},
		});
	});

	it('with Every Submission Once have what finds submissions in the list', () => {
		const { isComplete, runFor, skipRepeated, watched } = settingsOf(ALL);

		expect({ isComplete, runFor, skipRepeated }).toEqual({
			isComplete: true,
			runFor: 'together',
			skipRepeated: true,
		});
		expect(watched).toMatchObject({
			filter: { statuses: ['spam'] },
			startFromMs: Date.UTC(2026, 0, 31, 9),
			latenessMs: 7 * 86_400_000,
		});
	});

	it('with Each Delivery as Sent have none of that: a delivery comes as it is', () => {
		const { isComplete, runFor, skipRepeated, watched } = settingsOf({
			...ALL,
			mode: 'deliveries',
		});

		expect({ isComplete, runFor, skipRepeated }).toEqual({
			isComplete: false,
			runFor: 'each',
			skipRepeated: false,
		});
		expect(watched).toMatchObject({
			filter: { statuses: undefined },
			startFromMs: undefined,
			latenessMs: undefined,
		});
	});

	it('have the columns that were chosen, and without a choice, those of a row of the list', () => {
		const options = { columns: ['id', 'formName'] };

		expect(settingsOf({}).watched.rows.columns).toEqual(DEFAULT_COLUMNS);
		expect(settingsOf({ options }).watched.rows.columns).toEqual(options.columns);
		expect(settingsOf({ options, mode: 'deliveries' }).deliveryRows.columns).toEqual(
			options.columns,
		);
	});

	it.each([{ mode: 'complete' }, { mode: 'deliveries' }])(
		'have the same look of rows, whatever runs the workflow (%j)',
		(mode) => {
			const { watched, deliveryRows } = settingsOf({
				...mode,
				options: { names: 'plain', groups: 'text', escapeFormulas: true },
			});

			for (const rows of [watched.rows, deliveryRows]) {
				expect(rows).toMatchObject({
					simplify: true,
					names: 'plain',
					groups: 'text',
					escapeFormulas: true,
				});
			}
		},
	);
});
