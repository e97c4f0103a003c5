#!/bin/sh
# Remove Duplicates: once its history is full, the node fails at every run.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: Removing items processed in previous executions, the node compares the items that come with the
#   room that is left, before it looks whether they are new. With a full history, it forgets no old value and
#   refuses even an item that it would have removed. History Size is 10,000 by default, 2 here.
# Output:
# run 1: 2 new, 0 seen before
# run 2: The number of items to be processed exceeds the maximum history size. Please increase the history size or reduce the number of items to be processed.

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

/** In the place of n8n's own: remembers values, as n8n does in its database. */
const history = new Set();
const helpers = {
	getProcessedDataCount: async () => history.size,
	checkProcessedAndRecord: async (values) => {
		const processed = values.filter((value) => history.has(value));
		const fresh = values.filter((value) => !history.has(value));
		for (const value of fresh) history.add(value);
		return { new: fresh, processed };
	},
};
const settings = {
	typeVersion: 2,
	parameters: ({ id }) => ({
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: id,
		options: { historySize: 2 },
	}),
	helpers,
};
const file = 'Transform/RemoveDuplicates/v2/RemoveDuplicatesV2.node';

for (const [index, input] of [[{ id: 'a' }, { id: 'b' }], [{ id: 'a' }]].entries()) {
	const result = await runNode(file, settings, input).then(
		([fresh, seen]) => `${fresh.length} new, ${seen.length} seen before`,
		(error) => error.message,
	);
	console.log(`run ${index + 1}: ${result}`);
}
EOF
