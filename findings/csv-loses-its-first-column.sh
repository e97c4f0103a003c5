#!/bin/sh
# Extract From File: the first column of a CSV file that Convert to File made can't be found by its name.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0 @e965/xlsx@0.20.3 csv-parse@7.0.2 iconv-lite@0.6.3
# Behavior: Convert to File begins a CSV file with a byte order mark. Extract From File takes it for a part
#   of the first column's name, unless its option Exclude Byte Order Mark is on.
# Output:
# off: the columns are ["\ufeffname","city"], and $json.name is undefined
# on: the columns are ["name","city"], and $json.name is Ann

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { load, standIn } from './standIn.cjs';

const settings = {
	typeVersion: 1.1,
	parameters: { operation: 'csv', binaryPropertyName: 'data', options: {} },
};
const writing = standIn(settings, [[{ name: 'Ann', city: 'Rome' }]]);
const convertToFile = load('Files/ConvertToFile/actions/spreadsheet.operation');
const [file] = await convertToFile.execute.call(writing, writing.getInputData(), 'csv');

for (const enableBOM of [false, true]) {
	const parameters = { ...settings.parameters, options: { enableBOM } };
	const helpers = { assertBinaryData: () => file.binary.data };
	const reading = standIn({ ...settings, parameters, helpers }, [[{}]]);
	const extractFromFile = load('Files/ExtractFromFile/actions/spreadsheet.operation');
	const [{ json }] = await extractFromFile.execute.call(reading, reading.getInputData(), 'operation');
	const columns = JSON.stringify(Object.keys(json)).replace('\ufeff', '\\ufeff');
	console.log(`${enableBOM ? 'on' : 'off'}: the columns are ${columns}, and $json.name is ${json.name}`);
}
EOF
