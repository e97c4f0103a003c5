#!/bin/sh
# Date & Time: 02.03.2026 is 3 February, although no country writes the month first with dots.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0 moment-timezone@0.5.48
# Behavior: Format a Date takes the first number for the month, whatever stands between the numbers. It
#   refuses a date only if there is no such month.
# Output:
# 02.03.2026: 2026-02-03
# 13.03.2026: Invalid date format

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { runNode } from './standIn.cjs';

for (const date of ['02.03.2026', '13.03.2026']) {
	const result = await runNode(
		'DateTime/V2/DateTimeV2.node',
		{
			typeVersion: 2,
			parameters: { operation: 'formatDate', date, format: 'yyyy-MM-dd', outputFieldName: 'day' },
		},
		[{}],
	).then(
		([[item]]) => item.json.day,
		(error) => error.message,
	);
	console.log(`${date}: ${result}`);
}
EOF
