import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { POLLING_HINT } from './parameters/builderHints';
import { filtersField } from './parameters/filters';
import { eventField } from './parameters/event';
import { formField, TEST_MODE_HINT, formSubtitle } from './parameters/form';
import {
	columnsOption,
	escapeFormulasOption,
	optionsField,
	simplifyField,
	timesOption,
} from './parameters/rowOptions';
import { searchFormsOrAll } from './methods/listSearch';
import { poll } from './polling/poll';

export class FormSubmissionsPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Form Submissions Polling Trigger',
		name: 'formSubmissionsPollingTrigger',
		icon: {
			light: 'file:../../icons/formSubmissions.svg',
			dark: 'file:../../icons/formSubmissions.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${formSubtitle({ required: false })} }}`,
		description:
			'Polls for new submissions on a schedule. Works without a public address, and returns what arrived while n8n was stopped.',
		defaults: { name: 'Form Submissions Polling Trigger' },
		polling: true,
		builderHint: POLLING_HINT,
		activationMessage:
			"New submissions now run this workflow at the times set in 'Poll Times'. Submit your form once; after the next poll, the run appears under Executions. To include earlier submissions the first time, use 'Start From'.",
		triggerPanel: {
			header: 'Fetch the newest submission',
			executionsHelp: {
				inactive:
					'<b>Fetch Test Event</b> shows the newest submission. <b>Publish (activate) the workflow</b> to run it for new ones at the times set in <b>Poll Times</b>. See the runs under <a data-key="executions">Executions</a>.',
				active:
					'n8n polls for new submissions at the times set in <b>Poll Times</b>, and each poll that finds any runs this workflow. See the runs under <a data-key="executions">Executions</a>.',
			},
			activationHint:
				"Once the workflow is published (activated), n8n polls for new submissions at the times set in 'Poll Times'.",
		},
		hints: [TEST_MODE_HINT],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'formSubmissionsApi', required: true }],
		properties: [
			eventField('On new submission (polling)'),
			formField({
				required: false,
				description: 'The form to watch. Leave empty to watch all forms.',
			}),
			simplifyField,
			filtersField,
			optionsField([
				escapeFormulasOption,
				columnsOption,
				{
					displayName: 'Start From',
					name: 'startFrom',
					type: 'dateTime',
					default: '',
					description:
						'Also return submissions received since this time. Applies when the workflow is published (activated) for the first time, and again when the form, filters, base URL, or credential change: submissions returned before are then returned again. Without it, only submissions that arrive from then on are returned.',
				},
				timesOption,
			]),
		],
	};

	methods = { listSearch: { searchForms: searchFormsOrAll } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const items = await poll(this);
		return items === null ? null : [items];
	}
}
