#!/bin/sh
# HTTP Request: one item that fails stops the run only after all items have been sent.
#
# Packages: n8n-nodes-base@2.41.1 n8n-workflow@2.41.0 @mozilla/readability@0.6.0 cheerio@1.1.0 html-to-text@9.0.5 jsdom@23.0.1
# Behavior: The node begins all requests, then looks at the responses in order. If the first is an error, the
#   node fails and gives no item, though the others arrived. Running it again sends all of them again.
# Output:
# the node: an error, no items
# the server got: /1 /2 /3

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { runNode } from './standIn.cjs';

const got = [];
const server = createServer((request, response) => {
	got.push(request.url);
	response.writeHead(request.url === '/1' ? 500 : 200).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');

/** In the place of n8n's own: like it, it rejects what is no success. */
async function request({ uri, method }) {
	const response = await fetch(uri, { method });
	if (!response.ok) throw new Error(`Status ${response.status}`);
	return { statusCode: response.status, headers: {}, body: Buffer.from(await response.arrayBuffer()) };
}

const result = await runNode(
	'HttpRequest/V3/HttpRequestV3.node',
	{
		typeVersion: 4.2,
		parameters: ({ id }) => ({
			method: 'POST',
			url: `http://127.0.0.1:${server.address().port}/${id}`,
		}),
		helpers: { request },
	},
	[{ id: 1 }, { id: 2 }, { id: 3 }],
).then(
	([items]) => `${items.length} items`,
	() => 'an error, no items',
);
console.log(`the node: ${result}`);
console.log(`the server got: ${got.sort().join(' ')}`);
server.closeAllConnections();
server.close();
EOF
