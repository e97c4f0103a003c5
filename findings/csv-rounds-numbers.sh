#!/bin/sh
# Convert to File: a number of twelve digits in a CSV file loses half of them.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0 @e965/xlsx@0.20.3 iconv-lite@0.6.3
# Behavior: Numbers are written as a spreadsheet would show them: from twelve digits on with six of them and
#   an exponent, with decimals to some ten digits. Text stays as it is.
# Output:
# number,decimals,text
# 1.23457E+11,12345.6789,123456789012

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { load, standIn } from './standIn.cjs';

const row = { number: 123456789012, decimals: 12345.678901234, text: '123456789012' };
const context = standIn({ typeVersion: 1.1, parameters: { options: {} } }, [[row]]);
const { execute } = load('Files/ConvertToFile/actions/spreadsheet.operation');
const [file] = await execute.call(context, context.getInputData(), 'csv');
const text = Buffer.from(file.binary.data.data, 'base64').toString();
console.log(text.replace('\ufeff', ''));
EOF
