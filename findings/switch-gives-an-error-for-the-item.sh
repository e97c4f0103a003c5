#!/bin/sh
# Switch: set to continue on an error, it sends that error to its first output, without the item.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: An item with text where a rule compares numbers becomes an item with nothing but the error, in the
#   output of the first rule, beside those that match it. Nothing in it says whose it was.
# Output:
# first rule: [{"name":"Ann","age":30},{"error":"Wrong type: 'thirty' is a string but was expecting a number [condition 0, item 0]"}]
# second rule: []

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

const rule = (age, operation) => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
		combinator: 'and',
		conditions: [{ id: '1', leftValue: age, rightValue: 18, operator: { type: 'number', operation } }],
	},
});
const [first, second] = await runNode(
	'Switch/V3/SwitchV3.node',
	{
		typeVersion: 3.4,
		parameters: ({ age }) => ({ rules: { values: [rule(age, 'gte'), rule(age, 'lt')] } }),
		onError: 'continueRegularOutput',
	},
	[{ name: 'Ann', age: 30 }, { name: 'Bob', age: 'thirty' }],
);
console.log(`first rule: ${JSON.stringify(first.map(({ json }) => json))}`);
console.log(`second rule: ${JSON.stringify(second.map(({ json }) => json))}`);
EOF
