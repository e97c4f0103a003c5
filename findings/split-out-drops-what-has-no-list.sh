#!/bin/sh
# Split Out: an item whose list is empty or missing is gone.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: An item becomes one for each entry of its list, so none where there is no entry, without an error.
#   That is so even if the item's other fields are to be kept.
# Output:
# Ann chose Billing
# Ann chose Support

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

const [items] = await runNode(
	'Transform/SplitOut/SplitOut.node',
	{ typeVersion: 1, parameters: { fieldToSplitOut: 'topics', include: 'allOtherFields' } },
	[
		{ name: 'Ann', topics: ['Billing', 'Support'] },
		{ name: 'Bob', topics: [] },
		{ name: 'Cem' },
	],
);
for (const { json } of items) console.log(`${json.name} chose ${json.topics}`);
EOF
