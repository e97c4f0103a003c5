import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { TRIGGER_HINT } from './builderHints';
import { withNodeErrors } from './errors/nodeErrors';
import { searchForms } from './methods/listSearch';
import { getFieldNames, getFieldNamesOrAny } from './methods/loadOptions';
import { formSubtitle, TEST_MODE_HINT } from './parameters/form';
import { receive } from './trigger/delivery/receive';
import { storeAddress } from './trigger/destination/address';
import { listen } from './trigger/listening/listen';
import { triggerProperties } from './trigger/parameters';
import { newestAsSample } from './trigger/sample';

const EXECUTE_STEP =
	'<b>Execute step</b> shows the newest submission: submit the form first, with every field filled in.';

const WHEN =
	'within a minute, or within seconds if one form is chosen and the service can reach n8n';

export class FormSubmissionsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Form Submissions Trigger',
		name: 'formSubmissionsTrigger',
		icon: {
			light: 'file:../../icons/formSubmissions.svg',
			dark: 'file:../../icons/formSubmissions.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${formSubtitle({ required: true })} }}`,
		// n8n's nodes panel merges this node and the action node into one entry with this text.
		description:
			'Get form submissions, and start a workflow when a new one arrives: at once, or within a minute',
		defaults: { name: 'Form Submissions Trigger' },
		documentationUrl:
			'https://www.npmjs.com/package/n8n-nodes-form-submissions#form-submissions-trigger',
		builderHint: TRIGGER_HINT,
		activationMessage: `Submit your form once: the run appears under Executions ${WHEN}. Nothing arrives? Open the trigger's Docs and see Troubleshooting.`,
		triggerPanel: {
			header: 'Fetch the newest submission',
			executionsHelp: {
				inactive: `${EXECUTE_STEP} <b>Publish the workflow</b> to run it for every new one. See the runs under <a data-key="executions">Executions</a>.`,
				active: `Each new submission runs this workflow ${WHEN}. See the runs under <a data-key="executions">Executions</a>. ${EXECUTE_STEP} Do runs come late? Open the trigger's Docs and see Troubleshooting.`,
			},
			activationHint: `Once the workflow is published, each new submission runs it ${WHEN}.`,
		},
		hints: [TEST_MODE_HINT],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'formSubmissionsApi', required: true }],
		webhooks: [
			{
				name: 'default',
				// None in the editor, where n8n would wait for a delivery: so Execute step shows the newest submission at once.
				httpMethod: '={{ $workflow.active ? "POST" : "" }}',
				responseMode: 'onReceived',
				// Without this, n8n responds with a placeholder text instead of the trigger's JSON.
				responseData: '',
				// A workflow file that is imported twice has the same webhook ID twice.
				path: '={{ $workflow.id }}',
				// The trigger registers the address itself.
				ndvHideUrl: true,
				ndvHideMethod: true,
			},
		],
		properties: triggerProperties,
	};

	methods = { listSearch: { searchForms }, loadOptions: { getFieldNames, getFieldNamesOrAny } };

	// n8n tells the address to these alone; `trigger` registers it.
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				storeAddress(this);
				return await Promise.resolve(true);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
			// The service documents no way to delete a destination; publishing again reuses it.
			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		if (this.getMode() !== 'manual') {
			return await withNodeErrors(this, async () => await listen(this), { isOneMessage: true });
		}
		const show = async () => this.emit([await newestAsSample(this)]);
		return { manualTriggerFunction: async () => await withNodeErrors(this, show) };
	}
}
