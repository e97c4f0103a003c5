/**
 * Runs a file of n8n's nodes without n8n: a small stand-in for the `this` that n8n gives a node.
 * It lies beside the installed packages while it runs, so that both load the same n8n-workflow.
 */
const { executeFilter, NodeHelpers, Workflow } = require('n8n-workflow');

/**
 * What a node returns for lists of JSON, one list an input: its outputs, each a list of items.
 *
 * `parameters` may be a function of an item's JSON, in the place of expressions. Those left out
 * have their defaults. `onError` is as n8n stores it.
 */
async function runNode(file, settings, ...inputs) {
	const Node = Object.values(load(file)).find((value) => typeof value === 'function');
	const { description, execute } = new Node({ name: 'node' });
	return await execute.call(standIn(settings, inputs, description));
}

/** A file of n8n-nodes-base, named as below its folder of nodes. */
function load(file) {
	return require(`n8n-nodes-base/dist/nodes/${file}.js`);
}

/** The `this` of a node. Without its description, no parameter has a default. */
function standIn(settings, inputs, description = { name: 'node', properties: [] }) {
	const node = { name: description.name, typeVersion: settings.typeVersion, parameters: {} };
	const items = inputs.map((input) => input.map((json) => ({ json })));
	const { properties } = description;

	function parametersOf(index) {
		const given =
			typeof settings.parameters === 'function'
				? settings.parameters(items[0][index].json)
				: settings.parameters;
		const withDefaults = NodeHelpers.getNodeParameters(
			properties,
			given,
			true,
			false,
			node,
			description,
		);
		return { ...given, ...withDefaults };
	}

	return {
		getNode: () => node,
		getInputData: (input = 0) => items[input],
		getTimezone: () => 'Europe/Berlin',
		continueOnFail: () => settings.onError !== undefined,
		addExecutionHints() {},
		getNodeParameter(name, index, fallback, options) {
			const path = name.split(/[.[\]]+/).filter((key) => key !== '');
			const value = path.reduce((inside, key) => inside?.[key], parametersOf(index));
			// Conditions: n8n gives whether they hold.
			if (options?.extractValue && value?.combinator) return executeFilter(value, {});
			return value ?? fallback;
		},
		helpers: {
			constructExecutionMetaData: (data) => data,
			prepareBinaryData: async (buffer) => ({ data: buffer.toString('base64') }),
			...settings.helpers,
		},
	};
}

/** What an expression gives for an item's JSON, in a workflow that has these settings. */
async function evaluate(expression, json, settings = {}) {
	const description = { properties: [], inputs: ['main'], outputs: ['main'] };
	const node = {
		id: '1',
		name: 'Node',
		type: 'node',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => ({ description }) },
		settings,
	});
	return await workflow.expression.withIsolate(async () =>
		workflow.expression.getParameterValue(
			`=${expression}`,
			null,
			0,
			0,
			node.name,
			[{ json }],
			'manual',
			{},
		),
	);
}

module.exports = { evaluate, load, runNode, standIn };
