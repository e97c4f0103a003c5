import type { IDataObject } from 'n8n-workflow';

import { readTriggerSettings } from '../../../nodes/FormSubmissions/trigger/parameters';
import { triggerContext, type NodeKind } from '../../support/n8n';
import { emulator, formId, runNode, useActionNode } from '../actions/actionNode';

const MISSING = '={{ $json.missing }}';
const FROM_MODEL =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Some_Value', ``, 'string') }}";

const fieldMatch = (match: object) => ({ fieldMatch: { match: [match] } });

const GET_MANY = { resource: 'submission', operation: 'getAll' };
const GET_PAGE = { resource: 'submission', operation: 'getPage' };
const COUNT = { resource: 'submission', operation: 'count' };

describe('an expression that returns nothing', () => {
	useActionNode();

	beforeEach(() => void emulator.addSubmissions(formId, 60));

	const run = async (parameters: object, item: IDataObject = {}, kind?: NodeKind) =>
		(await runNode(parameters, { items: [item], kind })).rows;

	it.each<[string, object]>([
		["'Received After'", { ...GET_MANY, filters: { receivedAfter: MISSING } }],
		["'Received Before'", { ...COUNT, filters: { receivedBefore: MISSING } }],
		["'Status'", { ...GET_PAGE, filters: { status: MISSING } }],
		["'Include Test Submissions'", { ...COUNT, filters: { includeTest: MISSING } }],
		[
			"'Field Name or ID'",
			{ ...COUNT, filters: fieldMatch({ fieldName: MISSING, fieldValue: 'a' }) },
		],
		["'Value'", { ...COUNT, filters: fieldMatch({ fieldName: 'a', fieldValue: MISSING }) }],
		["'Limit'", { ...GET_MANY, limit: MISSING }],
		["'Return All'", { ...GET_MANY, returnAll: MISSING }],
		["'Page Size'", { ...GET_PAGE, pageSize: MISSING }],
		["'Escape Formulas'", { ...GET_MANY, options: { escapeFormulas: MISSING } }],
		["'Form Field Names or IDs'", { ...GET_MANY, options: { fields: MISSING } }],
	])('is an error that names %s and says what to do', async (name, parameters) => {
		for (const item of [{}, { missing: null }, { missing: '' }, { missing: ' ' }]) {
			await expect(run(parameters, item)).rejects.toThrow(
				`${name} is set by an expression that returned nothing. Make sure that it returns`,
			);
		}
		expect(emulator.requests).toEqual([]);
	});

	it.each<[string, object]>([
		["'Form Field Names or IDs'", { ...GET_MANY, options: { fields: MISSING } }],
		["'Status'", { ...COUNT, filters: { status: MISSING } }],
	])('is an error for %s if it is an empty list, too', async (name, parameters) => {
		await expect(run(parameters, { missing: [] })).rejects.toThrow(
			`${name} is set by an expression that returned nothing`,
		);
	});

	it.each([
		["'Start From'", { startFrom: '={{ undefined }}' }],
		["'Register Again'", { revision: '={{ null }}' }],
		["'Register for Immediate Runs'", { register: '={{ null }}' }],
	])('is an error for %s of the trigger', (name, options) => {
		const parameters = { formId, options };
		const functions = { emit: () => {}, saveFailedExecution: () => {} };
		const context = triggerContext({ kind: 'formSubmissionsTrigger', parameters }, functions);

		expect(() => readTriggerSettings(context)).toThrow(`${name} is set by`);
	});

	it('does not matter for the limit if all are wanted', async () => {
		expect(await run({ ...GET_MANY, returnAll: '={{ true }}', limit: MISSING })).toHaveLength(60);
	});

	it.each([undefined, '', '=', []])(
		'is not a status that a person left empty: %j',
		async (left) => {
			expect(await run({ ...COUNT, filters: { status: left } })).toEqual([{ count: 60 }]);
		},
	);

	it.each(['', ' ', '=', null])(
		'is as wrong as a date that a person added and left empty: %j',
		async (left) => {
			for (const kind of ['formSubmissions', 'formSubmissionsTool'] as const) {
				await expect(run({ ...COUNT, filters: { receivedAfter: left } }, {}, kind)).rejects.toThrow(
					"'Received After' is empty. Enter a date, or remove the filter.",
				);
				await expect(
					run({ ...COUNT, filters: { receivedBefore: left } }, {}, kind),
				).rejects.toThrow("'Received Before' is empty. Enter a date, or remove the filter.");
			}
		},
	);

	it.each(['', ' ', null, undefined])(
		'leaves a filter out if a language model returned %j for it',
		async (sent) => {
			const match = { fieldName: FROM_MODEL, fieldValue: FROM_MODEL };
			const filters = { receivedAfter: FROM_MODEL, status: FROM_MODEL, ...fieldMatch(match) };
			const parameters = { ...COUNT, filters };

			const rows = await run(parameters, { Some_Value: sent }, 'formSubmissionsTool');

			expect(rows).toEqual([{ count: 60 }]);
		},
	);

	it.each(['=', '= ', '=\n'])(
		'is none in a box that a person only switched to an expression: %j',
		async (left) => {
			const parameters = { ...GET_MANY, limit: left, options: { order: left } };

			expect(await run(parameters)).toHaveLength(50);
		},
	);

	it('is an error in a tool if a person wrote it, for a model to pass on', async () => {
		const parameters = { ...COUNT, filters: { receivedAfter: MISSING } };

		await expect(run(parameters, {}, 'formSubmissionsTool')).rejects.toThrow(
			/^'Received After' .* returned nothing\. Make sure that it returns/,
		);
	});
});
