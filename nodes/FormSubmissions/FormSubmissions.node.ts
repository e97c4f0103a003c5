import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { properties, subtitle } from './actions';
import { runItems } from './actions/runItems';
import { ACTION_HINT } from './builderHints';
import { withNodeErrors } from './errors/nodeErrors';
import { searchForms, searchSubmissions } from './methods/listSearch';
import { getFieldNames, getFieldNamesOrAny } from './methods/loadOptions';
import { TEST_MODE_HINT } from './parameters/form';

export class FormSubmissions implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Form Submissions',
		name: 'formSubmissions',
		icon: {
			light: 'file:../../icons/formSubmissions.svg',
			dark: 'file:../../icons/formSubmissions.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description: 'List, fetch, or count form submissions, and list forms and their fields',
		defaults: { name: 'Form Submissions' },
		documentationUrl: 'https://www.npmjs.com/package/n8n-nodes-form-submissions#form-submissions',
		usableAsTool: true,
		builderHint: ACTION_HINT,
		hints: [TEST_MODE_HINT],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'formSubmissionsApi', required: true }],
		properties,
	};

	methods = {
		listSearch: { searchForms, searchSubmissions },
		loadOptions: { getFieldNames, getFieldNamesOrAny },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await withNodeErrors(this, async () => [await runItems(this, this.continueOnFail())]);
	}
}
