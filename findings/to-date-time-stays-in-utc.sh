#!/bin/sh
# n8n's .toDateTime() gives another day than Luxon's DateTime.fromISO().
#
# Packages: n8n-workflow@2.41.0
# Behavior: In a workflow whose time zone is New York, "2026-03-02T02:30:00.000Z".toDateTime() stays in UTC.
#   DateTime.fromISO() of the same text is in New York, where it is still the day before.
# Output:
# $json.submittedAt.toDateTime(): 2026-03-02 02:30 UTC
# DateTime.fromISO($json.submittedAt): 2026-03-01 21:30 America/New_York

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { evaluate } from './standIn.cjs';

const json = { submittedAt: '2026-03-02T02:30:00.000Z' };
const settings = { timezone: 'America/New_York' };
for (const time of ['$json.submittedAt.toDateTime()', 'DateTime.fromISO($json.submittedAt)']) {
	console.log(`${time}: ${await evaluate(`{{ ${time}.toFormat("yyyy-MM-dd HH:mm z") }}`, json, settings)}`);
}
EOF
