import {
	itemParameters,
	triggerParameters,
} from '../../../nodes/FormSubmissions/parameters/reader';
import { readOptions } from '../../../nodes/FormSubmissions/parameters/rowOptions';
import { executeContext, pollContext } from '../../support/n8n';

const parameters = { limit: '={{ $json.count }}', options: { times: 'local' } };

describe('the parameters of a node', () => {
	const reader = itemParameters(
		executeContext({ kind: 'formSubmissions', parameters }, [{ count: 5 }]),
		0,
	);

	it('are evaluated, or as stored', () => {
		expect(reader.value('limit')).toBe(5);
		expect(reader.stored('limit')).toBe('={{ $json.count }}');
	});

	it('are undefined if they were never set', () => {
		const trigger = triggerParameters(
			pollContext({ kind: 'formSubmissionsPollingTrigger', parameters: {} }),
		);

		expect(trigger.value('cursor')).toBeUndefined();
		expect(trigger.stored('cursor')).toBeUndefined();
	});

	it('cannot be read under a name that no node has: that does not compile', () => {
		// @ts-expect-error -- a typo would read the default without a word
		expect(reader.value('filter')).toBeUndefined();
		// @ts-expect-error -- as would one in the name of an option
		const { timess } = readOptions(reader);

		expect(timess).toBeUndefined();
	});
});
