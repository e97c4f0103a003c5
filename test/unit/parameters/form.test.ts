import { listedForm } from '../../../nodes/FormSubmissions/parameters/form';
import {
	editedSource,
	itemSource,
	triggerSource,
	type Source,
} from '../../../nodes/FormSubmissions/parameters/parameter';
import {
	executeContext,
	loadOptionsContext,
	triggerContext,
	webhookContext,
	type NodeSetup,
} from '../../support/n8n';

type Setup = Omit<NodeSetup, 'kind'>;

const action = (setup: Setup, item = {}) =>
	itemSource(executeContext({ kind: 'formSubmissions', ...setup }, [item]), 0);

/** Every context in n8n in which a form is read. */
const SOURCES: Record<string, (setup: Setup) => Source> = {
	'the action node': (setup) => action(setup),
	'the trigger': (setup) =>
		triggerSource(
			triggerContext(
				{ kind: 'formSubmissionsTrigger', ...setup },
				{ emit: () => {}, saveFailedExecution: () => {} },
			),
		),
	'the trigger, at a delivery': (setup) =>
		triggerSource(
			webhookContext({ kind: 'formSubmissionsTrigger', ...setup }, { headers: {} }).context,
		),
	'the editor': (setup) => editedSource(loadOptionsContext({ kind: 'formSubmissions', ...setup })),
};

const locator = (mode: string, value: unknown, more = {}) => ({
	parameters: { formId: { __rl: true, mode, value, ...more } as object },
});

describe.each(Object.entries(SOURCES))('the form, read by %s', (_name, sourceOf) => {
	const read = (setup: Setup) => listedForm.read(sourceOf(setup));

	it('is none if nothing is chosen in the list, or it was never touched', () => {
		expect(read(locator('list', ''))).toEqual({});
		expect(read(locator('list', null))).toEqual({});
		expect(read({ parameters: {} })).toEqual({});
	});

	it('is none if all forms are chosen in the list, and else a form of that ID', () => {
		expect(read(locator('list', 'all', { cachedResultName: 'All Forms' }))).toEqual({});
		expect(read(locator('id', 'all')).id).toBe('all');
		expect(read(locator('id', 'All Forms')).id).toBe('All Forms');
	});

	it.each(['list', 'id'])('is what was chosen in mode %s, without surrounding spaces', (mode) => {
		expect(read(locator(mode, ' frm_1 '))).toMatchObject({ id: 'frm_1' });
	});

	it.each(['\u200b', '\ufeff', '\u00a0', '\u2060', '\u200e \u200b'])(
		'is what was entered, without %j around it, which nobody sees',
		(unseen) => {
			expect(read(locator('id', `${unseen}frm_1${unseen}`))).toMatchObject({ id: 'frm_1' });
			expect(read(locator('id', `Con${unseen}tact`)).id).toBe(`Con${unseen}tact`);
			expect(() => read(locator('id', unseen))).toThrow(/^No form is chosen/);
		},
	);

	it('comes with the name that the list showed, and without one if it was typed', () => {
		const label = { cachedResultName: 'Contact' };
		const chosen = { id: 'frm_1', isFromList: true, name: 'Contact' };

		expect(read(locator('list', 'frm_1', label))).toEqual(chosen);
		expect(read(locator('id', 'frm_1', label)).name).toBeUndefined();
	});

	it.each([
		'frm_1',
		'Contact (frm_1)',
		'Contact (frm_1) (test mode)',
		'Contact (test mode)',
		"'=Contact",
		undefined,
		5,
	])('has no certain name if the list called it %j', (cachedResultName) => {
		expect(read(locator('list', 'frm_1', { cachedResultName })).name).toBeUndefined();
	});

	it('is the ID in a workflow that was written without a locator', () => {
		expect(read({ parameters: { formId: 'frm_1' } })).toMatchObject({ id: 'frm_1' });
	});

	it.each([[''], ['  '], [null], [5], [0], [true], [false], [['frm_1']], [[]], [{}]])(
		'is rejected if its ID is %j, and never means every form',
		(value) => {
			expect(() => read(locator('id', value))).toThrow(
				/^(No form|The ID of the form) is .*frm_8x2k1/,
			);
		},
	);

	it.each([['  '], [5], [true], [['frm_1']], [{}]])(
		'is rejected if the list holds %j, which no list returns',
		(value) => {
			expect(() => read(locator('list', value))).toThrow(/^(No form|The ID of the form) is/);
		},
	);
});

it('the form is rejected in the editor if its expression cannot be evaluated yet', () => {
	const context = loadOptionsContext({ kind: 'formSubmissions', parameters: {} });
	jest.spyOn(context, 'getCurrentNodeParameter').mockReturnValue(null);

	expect(() => listedForm.read(editedSource(context))).toThrow(/^No form is chosen/);
});

describe('the form, as an expression', () => {
	const read = (setup: Setup, item?: object) => listedForm.read(action(setup, item));

	it.each(['id', 'list'])('is the text that it returns in mode %s', (mode) => {
		const setup = locator(mode, '={{ $json.form }}', { cachedResultName: 'Another form' });

		expect(read(setup, { form: 'frm_2' })).toEqual({ id: 'frm_2', name: undefined });
		expect(read(setup, { form: '12' })).toEqual({ id: '12', name: undefined });
	});

	it.each(['id', 'list'])('in mode %s is rejected if it returns anything else', (mode) => {
		const setup = locator(mode, '={{ $json.form }}');

		for (const form of [undefined, null, '', ' ', 5, false, ['frm_2'], { id: 'frm_2' }]) {
			expect(() => read(setup, { form })).toThrow(/^(No form is chosen|The ID of the form is)/);
		}
	});

	it('in place of the locator is the text that it returns, and rejected if that is nothing', () => {
		const setup = { parameters: { formId: '={{ $json.form }}' } };

		expect(read(setup, { form: 'frm_2' })).toMatchObject({ id: 'frm_2' });
		for (const form of [undefined, null, '']) {
			expect(() => read(setup, { form })).toThrow(/^No form is chosen/);
		}
	});
});
