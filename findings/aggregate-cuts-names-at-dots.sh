#!/bin/sh
# Aggregate: a field whose name has a dot comes out under what follows the dot.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: Aggregating the field "Tel. (private)" finds its values, and names their list " (private)".
#   Its option Disable Dot Notation keeps the name.
# Output:
# {" (private)":["030 1234","030 5678"]}
# {"Tel. (private)":["030 1234","030 5678"]}

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

for (const disableDotNotation of [false, true]) {
	const [[list]] = await runNode(
		'Transform/Aggregate/Aggregate.node',
		{
			typeVersion: 1,
			parameters: {
				fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'Tel. (private)' }] },
				options: { disableDotNotation },
			},
		},
		[{ 'Tel. (private)': '030 1234' }, { 'Tel. (private)': '030 5678' }],
	);
	console.log(JSON.stringify(list.json));
}
EOF
