#!/bin/sh
# n8n's parameters: a text in the place of a fixed collection's entries is a blank entry for each character.
#
# Packages: n8n-workflow@2.41.0
# Behavior: An expression may set a parameter of the type fixedCollection as a whole. If it gives text where
#   a list of entries belongs, the node gets as many entries as the text has characters, all of them empty.
# Output:
# {"filters":{"entry":[{"name":""},{"name":""},{"name":""}]}}

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { createRequire } from 'node:module';

const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow');

const name = { displayName: 'Name', name: 'name', type: 'string', default: '' };
const filters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	options: [{ displayName: 'Entry', name: 'entry', values: [name] }],
};
const stored = { filters: { entry: 'Ann' } };
const given = NodeHelpers.getNodeParameters([filters], stored, true, false, { typeVersion: 1 }, null);
console.log(JSON.stringify(given));
EOF
