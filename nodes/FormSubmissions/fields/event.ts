import { withoutValue, type Field } from './field';

/** The trigger's event. `action` is how n8n's nodes panel names the trigger. */
export function event(action: string): Field<undefined> {
	return withoutValue({
		displayName: 'Event',
		name: 'event',
		type: 'options',
		options: [{ name: 'New Submission', value: 'submission.created', action }],
		default: 'submission.created',
		// Always hidden: there is nothing to choose.
		displayOptions: { hide: { simplify: [true, false] } },
	});
}
