import { TEST_MODE_HINT } from '../../../nodes/FormSubmissions/parameters/form';
import { inEditor, subtitleOf, type NodeKind } from '../../support/n8n';

const list = (value: string, label?: string) => ({
	...{ __rl: true, mode: 'list', value },
	...(label === undefined ? {} : { cachedResultName: label }),
});
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const GET_MANY = { resource: 'submission', operation: 'getAll' };
const GET_FIELDS = { resource: 'form', operation: 'getFields' };

const TRIGGER: NodeKind = 'formSubmissionsTrigger';

describe.each<[string, NodeKind, object]>([
	['the action node', 'formSubmissions', GET_MANY],
	['the trigger', TRIGGER, {}],
])('the text below %s on the canvas', (_name, kind, parameters) => {
	const nothing = kind === TRIGGER ? 'No form chosen' : 'All Forms';

	it.each([
		['the name of the form', list('frm_1', 'Contact "us"'), 'Contact "us"'],
		['the ID if the name is not known', list('frm_1'), 'frm_1'],
		['the ID that was entered', { ...byId('frm_1'), cachedResultName: 'Another' }, 'frm_1'],
		['what nothing chosen means', list(''), nothing],
		['that all are chosen', list('all', 'All Forms'), 'All Forms'],
		['that an ID is missing', byId(''), 'No form chosen'],
		['that an expression chooses it', byId('={{ $json.form }}'), 'Form set by expression'],
	])('shows %s', (_what, formId, expected) => {
		expect(subtitleOf({ kind, parameters: { ...parameters, formId } })).toBe(expected);
	});
});

it.each([
	['the ID of the submission', byId('sub_1'), 'sub_1'],
	['nothing that a visitor entered', list('sub_1', '2026-03-10 12:00 · Ada'), 'sub_1'],
	['that none is chosen', list(''), 'No submission chosen'],
])('the text below Get on the canvas shows %s', (_what, submissionId, expected) => {
	const parameters = { resource: 'submission', operation: 'get', submissionId };

	expect(subtitleOf({ kind: 'formSubmissions', parameters })).toBe(expected);
});

it.each<[string, NodeKind, object, boolean]>([
	['tests are left out', 'formSubmissions', GET_MANY, true],
	['tests are left out of the trigger', TRIGGER, {}, true],
	['tests are included', TRIGGER, { filters: { includeTest: true } }, false],
	['another form is chosen', TRIGGER, { formId: list('frm_1', 'Draft') }, false],
	['the node is new', TRIGGER, { formId: list('') }, false],
	['that filter is missing', 'formSubmissions', GET_FIELDS, false],
])(
	'for a form in test mode, a hint comes where tests are left out: %s',
	(_when, kind, more, is) => {
		const parameters = { formId: list('frm_1', 'Draft (test mode)'), ...more };

		expect(inEditor({ kind, parameters }, TEST_MODE_HINT.displayCondition)).toBe(is);
	},
);
