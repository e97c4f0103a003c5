#!/bin/sh
# Edit Fields: an empty text in a field of the type Number becomes 0.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: A text that is no number is refused. An empty one isn't: the field is 0, so that an answer that
#   wasn't given can't be told from the answer 0.
# Output:
# "": 0
# "many": 'age' expects a number but we got 'many' [item 0]

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

for (const value of ['', 'many']) {
	const result = await runNode(
		'Set/v2/SetV2.node',
		{
			typeVersion: 3.4,
			parameters: {
				assignments: { assignments: [{ id: '1', name: 'age', value, type: 'number' }] },
			},
		},
		[{}],
	).then(
		([[item]]) => item.json.age,
		(error) => error.message,
	);
	console.log(`"${value}": ${result}`);
}
EOF
