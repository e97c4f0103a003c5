import type { INodeProperties } from 'n8n-workflow';

/** The trigger's event. `action` is how n8n's nodes panel names the trigger. */
export function eventField(action: string): INodeProperties {
	return {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		options: [{ name: 'New Submission', value: 'submission.created', action }],
		default: 'submission.created',
		// Always hidden: there is nothing to choose.
		displayOptions: { hide: { simplify: [true, false] } },
	};
}
