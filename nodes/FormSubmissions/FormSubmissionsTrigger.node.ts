import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { WEBHOOK_HINT } from './parameters/builderHints';
import { formField, formSubtitle } from './parameters/form';
import {
	deliveryColumnsOption,
	escapeFormulasOption,
	optionsField,
	simplifyField,
	timesOption,
} from './parameters/rowOptions';
import { searchForms } from './methods/listSearch';
import { checkExists, create, remove } from './webhook/lifecycle';
import { receive } from './webhook/receive';
import {
	manualNotice,
	registrationField,
	revisionOption,
	skipRepeatedOption,
} from './webhook/settings';

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
		description: 'Get form submissions, and start a workflow as soon as a new one arrives',
		defaults: { name: 'Form Submissions Trigger' },
		builderHint: WEBHOOK_HINT,
		eventTriggerDescription: 'Waiting for you to submit the form',
		activationMessage:
			"Each new submission of the form now runs this workflow. If you deleted the form's destination in the service's dashboard, add the option 'Register Again' to the trigger, increase its number by one (2 the first time), and publish again. Until then, nothing arrives.",
		triggerPanel: {
			header: 'Wait for a submission of the form',
			executionsHelp: {
				inactive:
					'Click <b>Execute step</b> and submit the form: the submission appears on the right. <b>Publish (activate) the workflow</b> to have every new submission run it. See the runs under <a data-key="executions">Executions</a>. If you deleted the form\'s destination in the service\'s dashboard, add <b>Register Again</b> under <b>Options</b> and increase its number by one (2 the first time) before you publish again.',
				active:
					'Each new submission of the form runs this workflow. See the runs under <a data-key="executions">Executions</a>. To try a change, click <b>Execute step</b> and submit the form. If you deleted the form\'s destination in the service\'s dashboard, add <b>Register Again</b> under <b>Options</b>, increase its number by one (2 the first time), and publish again.',
			},
			activationHint:
				'Once the workflow is published (activated), it runs for each new submission of the form.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'formSubmissionsApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without this, n8n responds with a placeholder text instead of the trigger's JSON.
				responseData: '',
				path: 'webhook',
			},
		],
		properties: [
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				options: [
					{
						name: 'New Submission',
						value: 'submission.created',
						action: 'On new submission',
					},
				],
				default: 'submission.created',
				// Hidden: there is nothing to choose. n8n's nodes panel reads it to name the trigger.
				displayOptions: { hide: { registration: ['automatic', 'manual'] } },
			},
			formField({ required: true, description: 'The form whose new submissions run the workflow' }),
			registrationField,
			manualNotice,
			simplifyField,
			optionsField([
				escapeFormulasOption,
				revisionOption,
				deliveryColumnsOption,
				skipRepeatedOption,
				timesOption,
			]),
		],
	};

	methods = { listSearch: { searchForms } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await remove(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
