#!/bin/sh
# Summarize: the sum of numbers that are text is 0.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: The aggregation Sum leaves out what isn't a number by type, without an error or a hint.
#   Values that come from a form or a CSV file are text, so their sum is 0. Max takes them.
# Output:
# {"sum_amount":0,"max_amount":"7"}

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

const [[summary]] = await runNode(
	'Transform/Summarize/Summarize.node',
	{
		typeVersion: 1.1,
		parameters: {
			fieldsToSummarize: {
				values: [
					{ aggregation: 'sum', field: 'amount' },
					{ aggregation: 'max', field: 'amount' },
				],
			},
		},
	},
	[{ amount: '12' }, { amount: '7' }],
);
console.log(JSON.stringify(summary.json));
EOF
