#!/bin/sh
# AlaSQL, which n8n's Merge node runs: the average of numbers that are text joins them first.
#
# Packages: alasql@4.4.0
# Behavior: AVG of "9", "12", and "7" is 9127 / 3. CAST to NUMBER gives the average.
# Output:
# AVG(n): 3042.33
# AVG(CAST(n AS NUMBER)): 9.33

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import alasql from 'alasql';

const rows = [{ n: '9' }, { n: '12' }, { n: '7' }];
for (const average of ['AVG(n)', 'AVG(CAST(n AS NUMBER))']) {
	const [{ result }] = alasql(`SELECT ${average} AS result FROM ?`, [rows]);
	console.log(`${average}: ${result.toFixed(2)}`);
}
EOF
