import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { getAll as getForms } from './form/getAll.operation';
import { getFields } from './form/getFields.operation';
import type { Resource } from './operation';
import { count } from './submission/count.operation';
import { countByAnswer } from './submission/countByAnswer.operation';
import { get } from './submission/get.operation';
import { getAll } from './submission/getAll.operation';
import { getPage } from './submission/getPage.operation';

/** The action node's menus and its dispatch both use this list. */
export const RESOURCES: Resource[] = [
	{ value: 'form', name: 'Form', operations: [getFields, getForms] },
	{
		value: 'submission',
		name: 'Submission',
		operations: [count, countByAnswer, get, getAll, getPage],
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ name, value }) => ({ name, value })),
		default: 'submission',
	},
	...RESOURCES.map(operationMenu),
	...RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, properties: own }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, own),
		),
	),
];

export const subtitle = `={{ ({ ${RESOURCES.flatMap((resource) =>
	resource.operations.map(
		(operation) => `"${resource.value} ${operation.value}": () => ${operation.subtitle}`,
	),
).join(', ')} })[$parameter["resource"] + " " + $parameter["operation"]]?.() }}`;

function operationMenu({ value, operations }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ name, value: operation, action, description, builderHint }) => ({
			name,
			value: operation,
			action,
			description,
			builderHint,
		})),
		default: 'getAll',
	};
}
