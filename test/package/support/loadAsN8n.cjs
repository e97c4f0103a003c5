// @ts-check
/**
 * Loads an installed package with n8n's own loader and prints, as JSON, what n8n then knows about
 * it and which modules the package required. Runs as its own process: in a test runner, `require`
 * isn't Node's, and n8n finds `n8n-workflow` for a package through NODE_PATH, which Node reads when
 * it starts.
 */
require('reflect-metadata');
const Module = require('node:module');
const { realpathSync } = require('node:fs');
const { sep } = require('node:path');

const { PackageDirectoryLoader } = require('n8n-core');

const folder = realpathSync(process.argv[2] ?? '');
const required = new Set();
const load = Reflect.get(Module, '_load');
Reflect.set(Module, '_load', function (request, parent, ...rest) {
	if (parent?.filename?.startsWith(folder + sep) && !request.startsWith('.')) required.add(request);
	return load.call(this, request, parent, ...rest);
});

async function main() {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const nodes = Object.values(loader.nodeTypes).map(({ type }) => type.description);
	const credentials = Object.values(loader.credentialTypes).map(({ type }) => type);
	process.stdout.write(JSON.stringify({ nodes, credentials, required: [...required] }));
}

void main();
