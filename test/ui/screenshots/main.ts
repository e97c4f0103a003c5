/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { tryToRun } from '../../sandbox/host/run';
import { ensureN8n } from '../../sandbox/install/installN8n';
import { PROJECT } from '../../sandbox/paths';
import { findChromium } from '../support/chromium';
import { startStage } from '../support/stage';
import { PICTURES } from './pictures';
import { setScene } from './service';

const FOLDER = join(PROJECT, 'docs');
/** Sharp even on high-density screens, and small enough for a web page. */
const SHARPNESS = 1.5;

/** Takes all README pictures, or only the named ones, in a real n8n. */
async function main(names: string[]): Promise<void> {
	findChromium();
	await ensureN8n();
	const stage = await startStage({ sharpness: SHARPNESS });
	try {
		const scene = await setScene(stage);
		for (const { name, take } of PICTURES) {
			if (names.length > 0 && !names.includes(name)) continue;
			const editor = await stage.newEditor();
			const path = join(FOLDER, `${name}.png`);
			const picture = await take(editor, scene, stage);
			writeFileSync(path, picture);
			await editor.page.close();
			await shrink(path);
			const kilobytes = Math.round(statSync(path).size / 1024);
			process.stdout.write(`${relative(PROJECT, path)}, ${kilobytes} kB\n`);
		}
	} finally {
		await stage.stop();
	}
}

/** Half the size, with at most 256 colors: everyone who installs the package downloads the pictures. */
async function shrink(path: string): Promise<void> {
	const flags = ['--force', '--strip', '--speed=1', '--quality=85-100', '--ext=.png'];
	const { exitCode, stderr } = await tryToRun('pngquant', [...flags, path]);
	if (exitCode === 0) return;
	process.stdout.write(`Not shrunk (on Debian and Ubuntu "apt install pngquant"): ${stderr}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
