#!/bin/sh
# Edit Fields: a field name that ends in a dot becomes an object with a field without a name.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: Setting the field "Your message." gives "Your message" with a part "" in it. The option Support
#   Dot Notation is on unless it is added and turned off.
# Output:
# {"Your message":{"":"Hello"}}
# {"Your message.":"Hello"}

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

for (const options of [{}, { dotNotation: false }]) {
	const [[item]] = await runNode(
		'Set/v2/SetV2.node',
		{
			typeVersion: 3.4,
			parameters: {
				assignments: {
					assignments: [{ id: '1', name: 'Your message.', value: 'Hello', type: 'string' }],
				},
				options,
			},
		},
		[{}],
	);
	console.log(JSON.stringify(item.json));
}
EOF
