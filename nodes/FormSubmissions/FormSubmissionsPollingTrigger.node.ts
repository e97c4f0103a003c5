import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { escapeFormulasOption } from './parameters/escapeFormulas';
import { filtersField } from './parameters/filters';
import { formField } from './parameters/form';
import { simplifyField } from './parameters/simplify';
import { timesOption } from './parameters/times';
import { searchForms } from './methods/listSearch';
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
		subtitle: 'Looks for new submissions',
		description:
			'Looks for new submissions at set times. For an n8n without a public address, and for submissions that arrived while n8n was stopped.',
		defaults: { name: 'Form Submissions Polling Trigger' },
		polling: true,
		triggerPanel: {
			header: 'Look for the newest submission',
			executionsHelp: {
				inactive:
					'<b>Fetch Test Event</b> shows the newest submission that is there. <b>Publish (activate) the workflow</b> to have it run for new ones at the times set above. Executions then show up under <a data-key="executions">Executions</a>.',
				active:
					'n8n looks for new submissions at the set times, and each look that finds some runs this workflow. You can look at the runs under <a data-key="executions">Executions</a>.',
			},
			activationHint:
				'Once the workflow is published (activated), n8n looks for new submissions at the set times.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'formSubmissionsApi', required: true }],
		properties: [
			formField({
				required: false,
				description:
					'The form whose new submissions run the workflow. If nothing is chosen, those of every form.',
			}),
			simplifyField,
			filtersField,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					escapeFormulasOption,
					{
						displayName: 'Start From',
						name: 'startFrom',
						type: 'dateTime',
						default: '',
						description:
							'Also give what was received since this time. Used when the workflow is published (activated) for the first time, and when the form or a filter changes; without it, only what arrives from then on is given.',
					},
					timesOption,
				],
			},
		],
	};

	methods = { listSearch: { searchForms } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const items = await poll(this);
		return items === null ? null : [items];
	}
}
