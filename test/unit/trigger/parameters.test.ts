import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_COLUMNS } from '../../../nodes/FormSubmissions/rows/columnNames';
import { readTriggerSettings } from '../../../nodes/FormSubmissions/trigger/parameters';
import { triggerContext } from '../../support/n8n';

const formId = { __rl: true, mode: 'list', value: 'frm_1', cachedResultName: 'Contact' };

const functions = { emit: () => {}, saveFailedExecution: () => {} };

/** What the trigger is set to, with these values stored in the workflow. */
const settingsOf = (parameters: IDataObject) =>
	readTriggerSettings(
		triggerContext(
			{ kind: 'formSubmissionsTrigger', parameters: { formId, ...parameters } },
			functions,
		),
	);

describe('the settings of the trigger', () => {
	it('if nothing else is stored, are to register, and to run for each new one of the form', () => {
		expect(settingsOf({})).toMatchObject({
			runs: { for: 'each', pauseMs: 0 },
			destination: { form: { id: 'frm_1' }, isWanted: true, revision: 1 },
			watched: {
				filter: { statuses: undefined },
				matches: [],
				rows: { simplify: true, columns: DEFAULT_COLUMNS },
				startFromMs: undefined,
				latenessMs: undefined,
			},
		});
	});

	it('have what was chosen', () => {
		const { watched, runs, destination } = settingsOf({
			runFor: 'together',
			filters: { status: ['spam'] },
			options: {
				startFrom: '2026-01-31T09:00:00Z',
				lookBack: 7,
				pauseMinutes: 60,
				register: false,
				revision: '3',
				columns: ['id'],
				names: 'plain',
			},
		});

		expect(runs).toEqual({ for: 'together', pauseMs: 3_600_000 });
		expect(destination).toMatchObject({ isWanted: false, revision: 3 });
		expect(watched).toMatchObject({
			filter: { statuses: ['spam'] },
			rows: { columns: ['id'], names: 'plain' },
			startFromMs: Date.UTC(2026, 0, 31, 9),
			latenessMs: 7 * 86_400_000,
		});
	});

	it('for all forms name none', () => {
		const all = { __rl: true, mode: 'list', value: 'all', cachedResultName: 'All Forms' };

		expect(settingsOf({ formId: all }).watched.form).toEqual({});
	});
});
