/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- not part of the published package */
import * as crypto from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import * as n8nWorkflow from 'n8n-workflow';
import { transform } from 'sucrase';

type Exports = Record<string, unknown>;

type Module = { exports: Exports };

type Body = (require: (name: string) => unknown, module: Module, exports: Exports) => void;

const bodies = new Map<string, Body>();

/**
 * What a node's file exports when a newly started n8n loads it: its modules remember nothing. n8n
 * itself stays loaded, except for what `host` replaces.
 */
export function loadNode<E>(name: string, host: Partial<typeof n8nWorkflow> = {}): E {
	const file = join(__dirname, '..', '..', 'nodes', 'FormSubmissions', `${name}.node.ts`);
	return evaluateAnew(file, { crypto, 'n8n-workflow': { ...n8nWorkflow, ...host } }) as E;
}

/**
 * Evaluates a TypeScript file and everything it imports by relative path again, so that nothing
 * these modules kept in memory is left. Jest's `isolateModules` does the same, but takes a hundred
 * times as long. Everything else is taken from `shared`.
 */
function evaluateAnew(path: string, shared: Record<string, unknown>): Exports {
	const evaluated = new Map<string, Module>();
	const load = (file: string): Exports => {
		const known = evaluated.get(file);
		if (known) return known.exports;
		const module: Module = { exports: {} };
		evaluated.set(file, module);
		const require = (name: string): unknown => {
			if (name.startsWith('.')) return load(resolve(dirname(file), name));
			if (!(name in shared)) throw new Error(`${file} imports ${name}`);
			return shared[name];
		};
		bodyOf(file)(require, module, module.exports);
		return module.exports;
	};
	return load(path);
}

function resolve(folder: string, name: string): string {
	const path = join(folder, name);
	const found = [path, `${path}.ts`, join(path, 'index.ts')].find(
		(one) => one.endsWith('.ts') && existsSync(one),
	);
	if (found === undefined) throw new Error(`There is no ${path}`);
	return found;
}

function bodyOf(file: string): Body {
	const known = bodies.get(file);
	if (known) return known;
	const { code } = transform(readFileSync(file, 'utf8'), {
		transforms: ['typescript', 'imports'],
		disableESTransforms: true,
	});
	// Our own source, as it stands in the repository.
	const named = `${code}\n//# sourceURL=${file}`;
	const body = new Function('require', 'module', 'exports', named) as Body;
	bodies.set(file, body);
	return body;
}
