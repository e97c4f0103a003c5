import type { INodeTypeDescription } from 'n8n-workflow';

type BuilderHint = NonNullable<INodeTypeDescription['builderHint']>;

const ACTION_NODE = 'n8n-nodes-form-submissions.formSubmissions';
const TRIGGER = 'n8n-nodes-form-submissions.formSubmissionsTrigger';

const EVERY_SUBMISSION_ONCE =
	"If each submission must be handled exactly once even though a run may fail, combine a trigger with a Schedule Trigger and Get Many with the filter 'receivedAfter', and record handled submission IDs in a Data Table: skip IDs that are in it, and add an ID only after it has been handled.";

// n8n's AI workflow builder reads these, besides what people read, to pick the right node.

export const ACTION_HINT: BuilderHint = {
	searchHint: `Lists, fetches, and exports form submissions. To start a workflow for each new submission, use this package's trigger rather than a Schedule Trigger with Get Many. For numbers, e.g. in a report, use Count, or Count by Answer for how often each answer to a field was given. To learn the names of a form's fields, use Form > Get Fields. To look for the value of a form field, e.g. an email address, use the filter 'fieldMatch' (with an empty 'fieldName', it searches every field). ${EVERY_SUBMISSION_ONCE} For CSV files, turn on the option 'escapeFormulas'. For any file or table, choose its columns with the option 'fields'. For exports of more than about 100,000 submissions, loop over Get Page.`,
	relatedNodes: [
		{
			nodeType: TRIGGER,
			relationHint: 'Starts a workflow as soon as a submission arrives',
		},
		{ nodeType: 'n8n-nodes-base.dataTable', relationHint: 'Records handled submission IDs' },
		{
			nodeType: 'n8n-nodes-base.convertToFile',
			relationHint: 'Converts rows to a CSV or Excel file',
		},
	],
};

export const TRIGGER_HINT: BuilderHint = {
	searchHint: `Returns each new submission of one form or of all forms once, usually within seconds (of all forms, or if n8n has no public address, within a minute), and those received while n8n was stopped once it runs again; leaves spam out, so no filter for it is needed. Each submission is a run of its own unless 'runFor' is 'together', so no loop is needed. It registers itself with the service, so never add a Webhook node or a Schedule Trigger. ${EVERY_SUBMISSION_ONCE}`,
	relatedNodes: [
		{ nodeType: ACTION_NODE, relationHint: 'Fetches older submissions' },
		{ nodeType: 'n8n-nodes-base.dataTable', relationHint: 'Records handled submission IDs' },
	],
};
