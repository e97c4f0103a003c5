import { isINodePropertyOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { properties as actionProperties, RESOURCES } from '../../../nodes/FormSubmissions/actions';
import {
	readTriggerSettings,
	triggerProperties,
} from '../../../nodes/FormSubmissions/trigger/parameters';
import { createEmulator } from '../../emulator';
import { executeContext, triggerContext } from '../../support/n8n';
import { runActionOn } from '../../support/world';

const emulator = createEmulator();
const apiKey = emulator.addKey();
const formId = { __rl: true, mode: 'id', value: emulator.addForm({ id: 'frm_1' }).id };
const submissionId = { __rl: true, mode: 'id', value: 'sub_1' };
emulator.addSubmission({ id: 'sub_1', formId: 'frm_1' });

type Read = (parameters: IDataObject) => unknown;

const readTrigger: Read = (parameters) =>
	readTriggerSettings(
		triggerContext(
			{ kind: 'formSubmissionsTrigger', parameters: { formId, ...parameters } },
			{ emit: () => {}, saveFailedExecution: () => {} },
		),
	);

const runOperation = (menu: IDataObject): Read => {
	return async (parameters) =>
		await runActionOn(emulator, {
			apiKey,
			parameters: { formId, submissionId, ...menu, ...parameters },
		});
};

const operations = RESOURCES.flatMap(({ value: resource, operations: all }) =>
	all.map(({ value: operation, properties }): [string, INodeProperties[], Read] => [
		`${resource} ${operation}`,
		properties,
		runOperation({ resource, operation }),
	]),
);

const nodes: Array<[string, INodeProperties[], Read]> = [
	...operations,
	['the trigger', triggerProperties, readTrigger],
];

/** The parameters that the display of others depends on. */
function deciding(properties: INodeProperties[]): INodeProperties[] {
	const names = new Set(
		allIn(properties).flatMap(({ displayOptions = {} }) =>
			[displayOptions.show, displayOptions.hide].flatMap((rule) =>
				Object.keys(rule ?? {}).map((name) => name.replace('/', '')),
			),
		),
	);
	// A form may be anything, and only a notice depends on it.
	return properties.filter(({ name }) => names.has(name) && name !== 'formId');
}

function allIn(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inner = (property.options ?? []).filter(
			(option): option is INodeProperties => 'displayName' in option && 'type' in option,
		);
		return [property, ...allIn(inner)];
	});
}

const cases = nodes.flatMap(([node, properties, read]) =>
	deciding(properties).map((property): [string, string, INodeProperties, Read] => [
		property.displayName,
		node,
		property,
		read,
	]),
);

it('is known of which parameters the display of others depends', () => {
	const names = new Set(cases.map(([, , { name }]) => name));

	expect([...names].sort()).toEqual(['returnAll', 'runFor', 'simplify']);
	expect(actionProperties.filter(({ name }) => names.has(name)).length).toBeGreaterThan(3);
});

describe.each(cases)('%s of %s', (displayName, _node, { name, options }, read) => {
	const allowed = options?.filter(isINodePropertyOptions).map(({ value }) => value) ?? [
		true,
		false,
	];

	it.each<unknown>(['false', 'true', 1, 0, '', null, [true], ' ', 'Complete'])(
		'is refused with a sentence if %j is stored, for which n8n drops what depends on it',
		async (stored) => {
			const reading = async () => await read({ [name]: stored as string });

			await expect(reading()).rejects.toThrow(
				`'${displayName}' is stored as ${JSON.stringify(stored)}, for which n8n drops other parameters of this node. Set it to `,
			);
		},
	);

	it('is accepted as one of its values, as an expression, and left out', async () => {
		const entered = [...allowed, `={{ ${JSON.stringify(allowed[0])} }}`, undefined];
		for (const stored of entered) {
			const reading = async () => await read(stored === undefined ? {} : { [name]: stored });
			const said = await reading().then(String, String);

			expect(said).not.toContain('is stored as');
		}
	});
});

it('n8n drops a limit behind a text that says false, before the node sees it', () => {
	const parameters = { resource: 'form', operation: 'getAll', returnAll: 'false', limit: 1 };
	const context = executeContext({ kind: 'formSubmissions', parameters });

	expect(context.getNode().parameters).toEqual({
		resource: 'form',
		operation: 'getAll',
		returnAll: 'false',
	});
});
