#!/bin/sh
# n8n-workflow: Node.js can require it, but not import it.
#
# Packages: n8n-workflow@2.41.0
# Behavior: The package names files for both. Those for import name each other without ".js", as bundlers
#   allow and Node.js doesn't.
# Output:
# require: loaded
# import: ERR_MODULE_NOT_FOUND

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { createRequire } from 'node:module';

createRequire(import.meta.url)('n8n-workflow');
console.log('require: loaded');
const result = await import('n8n-workflow').then(
	() => 'loaded',
	(error) => error.code,
);
console.log(`import: ${result}`);
EOF
