#!/bin/sh
# Sort: one item without the field leaves the others unsorted.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: An item that lacks the field counts as equal to every other, so that what stands before it and
#   what stands after it are sorted apart. Where the value is null, all are sorted.
# Output:
# missing: 3 - 1 2
# null: - 1 2 3

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

const settings = {
	typeVersion: 1,
	parameters: {
		type: 'simple',
		sortFieldsUi: { sortField: [{ fieldName: 'age', order: 'ascending' }] },
	},
};
for (const [name, empty] of Object.entries({ missing: {}, null: { age: null } })) {
	const input = [{ age: 3 }, empty, { age: 2 }, { age: 1 }];
	const [items] = await runNode('Transform/Sort/Sort.node', settings, input);
	console.log(`${name}: ${items.map(({ json }) => json.age ?? '-').join(' ')}`);
}
EOF
