import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { WEBHOOK_HINT } from './builderHints';
import { withErrorsInOneMessage, withNodeErrors } from './errors/nodeErrors';
import { sentencesOf } from './errors/situations';
import { searchForms } from './methods/listSearch';
import { getFieldNames, getFieldNamesOrAny } from './methods/loadOptions';
import { formSubtitle, TEST_MODE_HINT } from './parameters/form';
import { checkTestExists, createTest, receiveTest } from './testEvents/testDelivery';
import { heardAsSample } from './testEvents/testRows';
import { receive } from './webhook/delivery/receive';
import { checkPublished, createPublished } from './webhook/destination/publish';
import { endListening, listen } from './webhook/listening/listen';
import { readTriggerSettings, triggerProperties } from './webhook/parameters';

const [, REGISTER_AGAIN] = sentencesOf('destinationGone');

/** What nobody can tell from the API: a destination that is gone. */
const IF_DELETED = `${REGISTER_AGAIN} Until then, submissions come up to a minute late. With 'Mode' set to Each Delivery as Sent, they don't come at all.`;

/** n8n offers a trigger that waits for a delivery no other way to fetch one. */
const WITHOUT_SUBMITTING =
	'To see the newest submission without submitting the form, temporarily add a <b>Form Submissions Polling Trigger</b>, click <b>Fetch Test Event</b>, and delete it afterward. Or copy a row of <b>Get Many</b> in the JSON view, click the pencil here, and paste it.';

/** No way to delete one is documented. */
const LEFT_BY_TESTS =
	'Tests leave a destination in the service, with /webhook-test/ in its address: delete it when you are done, if the service lets you.';

const TEST_SHOWS_ALL =
	'A test also shows spam and test submissions, which a published workflow leaves out.';

/** Whether n8n acts for a person who tries the trigger in the editor. */
const isTest = (context: { getMode(): WorkflowExecuteMode }) => context.getMode() === 'manual';

export class FormSubmissionsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Form Submissions Trigger',
		name: 'formSubmissionsTrigger',
		icon: {
			light: 'file:../../icons/formSubmissions.svg',
			dark: 'file:../../icons/formSubmissions.dark.svg',
		},
		group: ['trigger'],
		// Above 1, n8n evaluates no expression for each delivery.
		version: [1, 2],
		defaultVersion: 2,
		subtitle: `={{ ${formSubtitle({ required: true })} }}`,
		// n8n's nodes panel merges this node and the action node into one entry with this text.
		description: 'Get form submissions, and start a workflow as soon as a new one arrives',
		defaults: { name: 'Form Submissions Trigger' },
		documentationUrl:
			'https://www.npmjs.com/package/n8n-nodes-form-submissions#form-submissions-trigger',
		builderHint: WEBHOOK_HINT,
		eventTriggerDescription: 'Now submit the form once, as a visitor would',
		activationMessage:
			"Submit your form once: the run appears under Executions within seconds. Nothing arrives? Open the trigger's Docs and see Troubleshooting.",
		triggerPanel: {
			// While a test listens, n8n shows words of its own here, so these say it before.
			header: 'Click, then submit the form once',
			executionsHelp: {
				inactive: `Click <b>Execute step</b>, then submit the form once, as a visitor would: the submission appears on the right. ${LEFT_BY_TESTS} ${WITHOUT_SUBMITTING} ${TEST_SHOWS_ALL} <b>Publish the workflow</b> to run it for every new submission. See the runs under <a data-key="executions">Executions</a>.`,
				active: `Each new submission runs this workflow, in a run of its own. With <b>Run Workflow For</b> set to All New Ones Together, a run can have several, each as an item. See the runs under <a data-key="executions">Executions</a>. To try a change, click <b>Execute step</b>, then submit the form. ${LEFT_BY_TESTS} ${TEST_SHOWS_ALL} ${IF_DELETED}`,
			},
			activationHint: 'Once the workflow is published, each new submission runs it.',
		},
		hints: [
			TEST_MODE_HINT,
			{
				message: `Click Execute step, then <b>submit the form once, as a visitor would</b>. ${LEFT_BY_TESTS} If nothing arrives, open <b>Docs</b> and see Troubleshooting.`,
				displayCondition: '={{ $parameter["registration"] !== "manual" }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
			{
				message:
					"While you test, the form's destination needs the <b>Test URL</b>. Click Execute step, then <b>submit the form once, as a visitor would</b>.",
				displayCondition: '={{ $parameter["registration"] === "manual" }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
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
				// The node registers the address itself; only for Manual does a person need to copy it.
				ndvHideUrl: '={{ $parameter["registration"] !== "manual" }}',
			},
		],
		properties: triggerProperties,
	};

	methods = { listSearch: { searchForms }, loadOptions: { getFieldNames, getFieldNamesOrAny } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await withErrorsInOneMessage(this, async () =>
					isTest(this) ? await checkTestExists(this) : await checkPublished(this),
				);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await withErrorsInOneMessage(this, async () =>
					isTest(this) ? await createTest(this) : await createPublished(this),
				);
			},
			// The service documents no way to delete a destination; publishing again reuses it.
			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return isTest(this) ? await receiveTest(this) : await receive(this);
	}

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await withErrorsInOneMessage(this, async () => {
			const settings = readTriggerSettings(this);
			const { isComplete, watched } = settings;
			if (isTest(this)) {
				const show = async () => {
					this.emit([await heardAsSample(this, watched, { isDelivery: !isComplete })]);
				};
				return { manualTriggerFunction: async () => await withNodeErrors(this, show) };
			}
			if (isComplete) return await listen(this, settings);
			await endListening(this);
			return {};
		});
	}
}
