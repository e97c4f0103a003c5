/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- not part of the published package */
/**
 * `npm run dev` runs n8n's own `n8n-node dev`: the newest n8n with the nodes, rebuilt on every change.
 * n8n loads each `*.node.js` below the folder where that command runs. In the project, these include
 * files of dependencies that are no nodes, and n8n would not start; so the command gets a folder of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT, STATE } from '../../test/sandbox/paths';

const FOLDER = join(STATE, 'dev');
/** Linked for the pictures and schemas that the command copies next to what it compiles. */
const LINKED = ['credentials', 'icons', 'nodes'];

function prepare(): void {
	mkdirSync(FOLDER, { recursive: true });
	const settings = {
		extends: '../../tsconfig.json',
		compilerOptions: { rootDir: '../..', outDir: 'dist' },
		include: LINKED.flatMap((name) => [`../../${name}/**/*`, `../../${name}/**/*.json`]),
	};
	writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(settings, null, '\t'));
	for (const name of ['package.json', ...LINKED]) {
		const link = join(FOLDER, name);
		if (!existsSync(link)) symlinkSync(join(PROJECT, name), link);
	}
}

async function main(): Promise<void> {
	prepare();
	const command = join(PROJECT, 'node_modules', '.bin', 'n8n-node');
	const options = { cwd: FOLDER, stdio: 'inherit' } as const;
	const [exitCode] = await once(spawn(command, ['dev', ...process.argv.slice(2)], options), 'exit');
	process.exitCode = Number(exitCode ?? 1);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
