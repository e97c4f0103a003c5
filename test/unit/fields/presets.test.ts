import type { INodeProperties } from 'n8n-workflow';

import { optionsField, ROW_OPTIONS } from '../../../nodes/FormSubmissions/fields/rows';
import { readTriggerSettings } from '../../../nodes/FormSubmissions/webhook/settings';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { hookContext } from '../../support/n8n';
import { enter } from './enter';

/** What the editor stores for an option as soon as it is added. */
function presetsOf({ options = [] }: INodeProperties): Record<string, unknown> {
	return Object.fromEntries(
		options.flatMap((one) => ('default' in one ? [[one.name, one.default]] : [])),
	);
}

describe('an option for rows', () => {
	const field = optionsField(ROW_OPTIONS);
	const { escapeFormulas, times } = presetsOf(field.property);

	it('does something as soon as it is added', () => {
		expect(enter(field, { escapeFormulas }).escapeFormulas).toBe(true);
		expect(enter(field, { times }, { timezone: 'Asia/Tokyo' }).timeZone).toBe('Asia/Tokyo');
	});

	it('changes nothing until it is added', () => {
		expect(enter(field, {})).toMatchObject({ escapeFormulas: false, timeZone: undefined });
		expect(enter(field, { escapeFormulas: '', times: '' })).toEqual(enter(field, {}));
	});
});

describe('the option Register Again', () => {
	const { properties } = new FormSubmissionsTrigger().description;
	const revisionOf = (options: object) =>
		readTriggerSettings(
			hookContext({ kind: 'formSubmissionsTrigger', parameters: { options: { ...options } } }),
		).revision;

	it('registers again as soon as it is added, and not until then', () => {
		const { revision } = presetsOf(properties.find(({ name }) => name === 'options')!);

		expect(revisionOf({})).toBe(1);
		expect(revisionOf({ revision })).toBe(2);
	});
});
