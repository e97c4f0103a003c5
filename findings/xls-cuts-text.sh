#!/bin/sh
# Convert to File: XLS keeps 255 characters of a text.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0 @e965/xlsx@0.20.3 iconv-lite@0.6.3
# Behavior: Of a text of 300 characters, an XLS file has the first 255, without an error or a hint. XLSX and
#   ODS files have all of it.
# Output:
# xls: 255 characters
# xlsx: 300 characters
# ods: 300 characters

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { read, utils } from '@e965/xlsx';
import { load, standIn } from './standIn.cjs';

const { execute } = load('Files/ConvertToFile/actions/spreadsheet.operation');
for (const format of ['xls', 'xlsx', 'ods']) {
	const rows = [{ message: 'x'.repeat(300) }];
	const context = standIn({ typeVersion: 1.1, parameters: { options: {} } }, [rows]);
	const [file] = await execute.call(context, context.getInputData(), format);
	const book = read(Buffer.from(file.binary.data.data, 'base64'));
	const [row] = utils.sheet_to_json(book.Sheets[book.SheetNames[0]]);
	console.log(`${format}: ${row.message.length} characters`);
}
EOF
