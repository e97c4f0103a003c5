import { TEST_MODE_HINT } from '../../../nodes/FormSubmissions/fields/form';
import { inEditor, subtitleOf, type NodeKind } from '../../support/n8n';

const list = (value: string, label?: string) => ({
	...{ __rl: true, mode: 'list', value },
	...(label === undefined ? {} : { cachedResultName: label }),
});
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const GET_MANY = { resource: 'submission', operation: 'getAll' };
const GET_PAGE = { resource: 'submission', operation: 'getPage' };
const GET_FIELDS = { resource: 'form', operation: 'getFields' };
const COUNT = { resource: 'submission', operation: 'count' };
const GET = { resource: 'submission', operation: 'get' };

const POLLING: NodeKind = 'formSubmissionsPollingTrigger';
const WEBHOOK: NodeKind = 'formSubmissionsTrigger';

describe.each<[string, NodeKind, object]>([
	['Get Many', 'formSubmissions', GET_MANY],
	['Get Page', 'formSubmissions', GET_PAGE],
	['Count', 'formSubmissions', COUNT],
	['Get Fields', 'formSubmissions', GET_FIELDS],
	['the polling trigger', POLLING, {}],
	['the webhook trigger', WEBHOOK, {}],
])('the text below %s on the canvas', (_name, kind, parameters) => {
	const nothing = kind === WEBHOOK ? 'No form chosen' : 'All forms';

	it.each([
		['the name of the form', list('frm_1', 'Contact "us"'), 'Contact "us"'],
		['the ID if the name is not known', list('frm_1'), 'frm_1'],
		['the ID that was entered', { ...byId('frm_1'), cachedResultName: 'Another' }, 'frm_1'],
		['what nothing chosen means', list(''), nothing],
		['the same after a choice was undone', list('', nothing), nothing],
		['what nothing chosen means, in a new node', undefined, nothing],
		['that an ID is missing', byId(''), 'No form chosen'],
		['that an expression chooses it', byId('={{ $json.form }}'), 'Form set by expression'],
		['the same without a list', '={{ $json.form }}', 'Form set by expression'],
		['an ID, without a list', 'frm_1', 'frm_1'],
	])('shows %s', (_what, formId, expected) => {
		const chosen = formId === undefined ? {} : { formId };

		expect(subtitleOf({ kind, parameters: { ...parameters, ...chosen } })).toBe(expected);
	});
});

describe('the text below the action node on the canvas', () => {
	const subtitle = (parameters: object) =>
		subtitleOf({ kind: 'formSubmissions', parameters: { ...parameters } });

	it('shows that it lists forms', () => {
		expect(subtitle({ resource: 'form', operation: 'getAll' })).toBe('Forms of the workspace');
	});

	it.each([
		['the ID of the submission', byId('sub_1'), 'sub_1'],
		['nothing that a visitor entered', list('sub_1', '2026-03-10 12:00 · Ada'), 'sub_1'],
		['that none is chosen', list(''), 'No submission chosen'],
		['that an expression chooses it', byId('={{ $json.id }}'), 'Submission set by expression'],
	])('shows %s', (_what, submissionId, expected) => {
		expect(subtitle({ ...GET, submissionId })).toBe(expected);
	});

	it('is missing for an operation that the node does not have', () => {
		expect(subtitle({ resource: 'form', operation: 'delete' })).toBeUndefined();
	});
});

describe('the hint that the output may stay empty', () => {
	const draft = list('frm_1', 'Draft (test mode)');
	const isShown = (kind: NodeKind, parameters: object) =>
		inEditor({ kind, parameters: { ...parameters } }, TEST_MODE_HINT.displayCondition);

	it.each([
		['a form in test mode is chosen', { formId: draft }, true],
		['the filter for tests is off', { formId: draft, filters: { includeTest: false } }, true],
		['the filter for tests is on', { formId: draft, filters: { includeTest: true } }, false],
		['another form is chosen', { formId: list('frm_1', 'Draft') }, false],
		['nothing is chosen', { formId: list('') }, false],
		['the node is new', {}, false],
	])('comes where tests are left out: %s', (_when, parameters, expected) => {
		expect(isShown('formSubmissions', { ...GET_MANY, ...parameters })).toBe(expected);
		expect(isShown(POLLING, parameters)).toBe(expected);
		expect(isShown('formSubmissionsTrigger', { mode: 'complete', ...parameters })).toBe(expected);
	});

	it('does not come where that filter is missing', () => {
		expect(isShown('formSubmissions', { ...GET_MANY, formId: draft })).toBe(true);
		expect(isShown('formSubmissions', { ...GET_FIELDS, formId: draft })).toBe(false);
		expect(isShown('formSubmissionsTrigger', { mode: 'deliveries', formId: draft })).toBe(false);
	});
});
