import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';

const { activationMessage, triggerPanel, properties } = new FormSubmissionsTrigger().description;

const property = (name: string, among = properties): INodeProperties => {
	const found = among.find((one) => one.name === name);
	if (!found) throw new Error(`There is no property ${name}`);
	return found;
};

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
		expect(words).toMatch(/deleted? .*destination/);
		expect(words).toMatch(/Register Again/);
		expect(words).toMatch(/publish/);
	});

	it('with an option whose stored name is still "revision"', () => {
		expect(revision).toMatchObject({ name: 'revision', type: 'number', default: 1 });
	});
});

describe('manual registration', () => {
	it('says where the secret comes from and where it goes', () => {
		const { displayName } = property('manualNotice');

		expect(displayName).toMatch(/Make up a long random text/);
		expect(displayName).toMatch(/service's dashboard.*'Webhook Secret' of the credential/);
	});
});

describe("the event, by which n8n's nodes panel names the trigger", () => {
	it('is a single one with a text for the panel, and is never shown as a field', () => {
		const { displayName, options, default: value, displayOptions } = property('event');
		const registrations = (property('registration').options as INodePropertyOptions[]).map(
			(option) => option.value,
		);

		expect(displayName).toBe('Event');
		expect(options).toEqual([
			{ name: 'New Submission', value: 'submission.created', action: 'On new submission' },
		]);
		expect(value).toBe('submission.created');
		expect(displayOptions).toEqual({ hide: { registration: registrations } });
	});
});
