import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { POLLING_HINT } from './builderHints';
import { withNodeErrors } from './errors/nodeErrors';
import { searchFormsOrAll } from './methods/listSearch';
import { getFieldNames, getFieldNamesOrAny } from './methods/loadOptions';
import { formSubtitle, TEST_MODE_HINT } from './parameters/form';
import { pollProperties, readPollSettings } from './polling/parameters';
import { poll } from './polling/poll';
import { newestAsSample } from './testEvents/testRows';

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
		description: 'Start a workflow when new form submissions arrive, without a public address',
		defaults: { name: 'Form Submissions Polling Trigger' },
		documentationUrl:
			'https://www.npmjs.com/package/n8n-nodes-form-submissions#form-submissions-polling-trigger',
		polling: true,
		builderHint: POLLING_HINT,
		activationMessage:
			"Submit your form once: the run appears under Executions after the next poll, within a minute unless you changed 'Poll Times'. Nothing arrives? Open the trigger's Docs and see Troubleshooting.",
		triggerPanel: {
			header: 'Fetch the newest submission',
			executionsHelp: {
				inactive:
					'<b>Fetch Test Event</b> shows the newest submission. <b>Publish the workflow</b> to run it for new ones: n8n then polls at the times set in <b>Poll Times</b>. See the runs under <a data-key="executions">Executions</a>.',
				active:
					'n8n polls for new submissions at the times set in <b>Poll Times</b>. If a poll finds new submissions, it runs this workflow once with all of them, oldest first. After an outage, older ones may follow in later polls. See the runs under <a data-key="executions">Executions</a>.',
			},
			activationHint:
				"Once the workflow is published, n8n polls for new submissions at the times set in 'Poll Times'.",
		},
		hints: [TEST_MODE_HINT],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'formSubmissionsApi', required: true }],
		properties: pollProperties,
	};

	methods = {
		listSearch: { searchForms: searchFormsOrAll },
		loadOptions: { getFieldNames, getFieldNamesOrAny },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await withNodeErrors(this, async () => {
			const watched = readPollSettings(this);
			const isTest = this.getMode() === 'manual';
			const items = isTest ? await newestAsSample(this, watched) : await poll(this, watched);
			return items && [items];
		});
	}
}
