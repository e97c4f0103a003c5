#!/bin/sh
# n8n's expressions: a time that is text is neither before nor after $now.
#
# Packages: n8n-workflow@2.41.0
# Behavior: Items have times as text, and $now is a DateTime. Comparing the two is false both ways, without an
#   error, so that a condition written so never holds. DateTime.fromISO() makes them comparable.
# Output:
# $json.submittedAt < $now: false
# $json.submittedAt > $now: false
# DateTime.fromISO($json.submittedAt) < $now: true

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { evaluate } from './standIn.cjs';

const json = { submittedAt: '2026-03-02T09:30:00.000Z' };
for (const condition of [
	'$json.submittedAt < $now',
	'$json.submittedAt > $now',
	'DateTime.fromISO($json.submittedAt) < $now',
]) {
	console.log(`${condition}: ${await evaluate(`{{ ${condition} }}`, json)}`);
}
EOF
