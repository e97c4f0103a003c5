#!/bin/sh
# n8n's newer expression engines can't hand over an item that has a field called toString.
#
# Packages: n8n-workflow@2.41.0
# Behavior: In the engine quickjs, {{ $json }} is an error if a field is called like a method that all
#   objects have, and JSON.stringify($json) leaves that field out. The engine legacy gives both. The default
#   engine, vm, does as quickjs does; it needs a native module and Node.js 24.
# Output:
# legacy {{ $json }}: {"name":"Ann","toString":"x"}
# legacy {{ JSON.stringify($json) }}: {"name":"Ann","toString":"x"}
# quickjs {{ $json }}: could not be cloned
# quickjs {{ JSON.stringify($json) }}: {"name":"Ann"}

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { createRequire } from 'node:module';
import { evaluate } from './standIn.cjs';

const { Expression } = createRequire(import.meta.url)('n8n-workflow');
const limits = { poolSize: 1, maxCodeCacheSize: 10, bridgeTimeout: 5_000, bridgeMemoryLimit: 64 };

for (const engine of ['legacy', 'quickjs']) {
	Expression.setExpressionEngine(engine);
	await Expression.initExpressionEngine({ engine, ...limits });
	for (const expression of ['{{ $json }}', '{{ JSON.stringify($json) }}']) {
		const result = await evaluate(expression, { name: 'Ann', toString: 'x' }).then(
			(value) => (typeof value === 'string' ? value : JSON.stringify(value)),
			(error) => /could not be cloned/.exec(error.message)?.[0] ?? error.message,
		);
		console.log(`${engine} ${expression}: ${result}`);
	}
	await Expression.disposeExpressionEngine();
}
EOF
