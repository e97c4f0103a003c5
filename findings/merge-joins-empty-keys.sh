#!/bin/sh
# Merge: rows whose key is empty match each other, rows that lack the key match nothing.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0
# Behavior: When combining by matching fields, an empty text meets an empty text and null meets null, unlike
#   in SQL. A row without an address gets the data of anybody else without one.
# Output:
# {"name":"Ann","email":"","company":"Empty Inc."}
# {"name":"Bob","email":null,"company":"Null Ltd."}
# {"name":"Cem"}

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { load, standIn } from './standIn.cjs';

const people = [{ name: 'Ann', email: '' }, { name: 'Bob', email: null }, { name: 'Cem' }];
const companies = [
	{ email: '', company: 'Empty Inc.' },
	{ email: null, company: 'Null Ltd.' },
	{ company: 'Missing & Co.' },
];
const parameters = {
	advanced: false,
	fieldsToMatchString: 'email',
	joinMode: 'enrichInput1',
	options: {},
};
const context = standIn({ typeVersion: 3.2, parameters }, [people, companies]);
const { execute } = load('Merge/v3/actions/mode/combineByFields');
const [items] = await execute.call(context, [context.getInputData(0), context.getInputData(1)]);
for (const { json } of items) console.log(JSON.stringify(json));
EOF
