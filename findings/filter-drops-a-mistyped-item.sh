#!/bin/sh
# Filter: set to continue on an error, it drops the item that caused it.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: A text where the condition compares numbers is an error, which stops the run. With On Error set
#   to Continue, the item is among those that were filtered out, and the node has no output for these.
# Output:
# stop: Wrong type: 'thirty' is a string but was expecting a number [condition 0, item 0]
# continue: the output has Ann, and Bob is left out

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

const conditionOf = (age) => ({
	options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
	combinator: 'and',
	conditions: [
		{ id: '1', leftValue: age, rightValue: 18, operator: { type: 'number', operation: 'gte' } },
	],
});
const names = (items) => items.map(({ json }) => json.name).join(', ');

for (const onError of [undefined, 'continueRegularOutput']) {
	const parameters = ({ age }) => ({ conditions: conditionOf(age) });
	const result = await runNode(
		'Filter/V2/FilterV2.node',
		{ typeVersion: 2.3, parameters, onError },
		[{ name: 'Ann', age: 30 }, { name: 'Bob', age: 'thirty' }],
	).then(
		([kept, leftOut]) => `the output has ${names(kept)}, and ${names(leftOut)} is left out`,
		(error) => error.message,
	);
	console.log(`${onError === undefined ? 'stop' : 'continue'}: ${result}`);
}
EOF
