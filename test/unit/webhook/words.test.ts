import type { INodeProperties } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { inEditor } from '../../support/n8n';

const { activationMessage, hints, triggerPanel, properties, webhooks } =
	new FormSubmissionsTrigger().description;

const property = (name: string, among = properties): INodeProperties => {
	const found = among.find((one) => one.name === name);
	if (!found) throw new Error(`There is no property ${name}`);
	return found;
};

const isTrue = (expression: string, registration: string) =>
	inEditor({ kind: 'formSubmissionsTrigger', parameters: { registration } }, expression) === true;

const revision = property('revision', property('options').options as INodeProperties[]);
const help = (typeof triggerPanel === 'object' ? triggerPanel.executionsHelp : {}) as Record<
	string,
	string
>;

describe('after deleting a destination, users are told to register again before publishing', () => {
	it.each([
		['on publishing', activationMessage],
		['in the panel of a draft', help.inactive],
		['in the panel of a published workflow', help.active],
		['in the option itself', `${revision.displayName} ${revision.description}`],
	])('%s', (_where, words) => {
		expect(words).toMatch(/deleted? (the form's|the) destination/);
		expect(words).toMatch(/Register Again/);
		expect(words).toMatch(/publish/);
	});
});

describe('manual registration', () => {
	it('says what a new base URL does not change', () => {
		expect(property('manualNotice').displayName).toMatch(
			/move to another service, create a new string: the previous service knows this one/,
		);
	});
});

describe('while the trigger waits for a test event, users are told', () => {
	/** The hints that n8n shows in the output of a trigger with this registration. */
	const shown = (registration: string) =>
		(hints ?? []).filter(({ displayCondition = '' }) => isTrue(displayCondition, registration));

	it.each([
		['automatic', /destination whose address contains <b>\/webhook-test\/<\/b>/],
		['manual', /its address must be the <b>Test URL<\/b>.*'Webhook Secret' of the credential/],
	])('(%s registration) to submit the form, and what to check', (registration, check) => {
		const messages = shown(registration).map(({ message }) => message);

		expect(messages).toEqual([expect.stringMatching(check)]);
		expect(messages[0]).toMatch(/<b>submit the form now<\/b>/);
	});

	it.each([
		['automatic', true],
		['manual', false],
	])(
		'(%s registration) no address to copy into a dashboard: hidden is %p',
		(registration, hidden) => {
			const [webhook] = webhooks ?? [];

			expect(isTrue(String(webhook?.ndvHideUrl), registration)).toBe(hidden);
		},
	);
});

describe("the event, by which n8n's nodes panel names the trigger", () => {
	it('is a single one with a text for the panel, and is never shown as a field', () => {
		const { displayName, options, default: value, displayOptions } = property('event');

		expect(displayName).toBe('Event');
		expect(options).toEqual([
			{ name: 'New Submission', value: 'submission.created', action: 'On new submission' },
		]);
		expect(value).toBe('submission.created');
		expect(displayOptions).toEqual({ hide: { simplify: [true, false] } });
	});
});
