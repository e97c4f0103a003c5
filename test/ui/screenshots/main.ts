/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { tryToRun } from '../../sandbox/host/run';
import { ensureN8n } from '../../sandbox/install/installN8n';
import { PROJECT, STATE } from '../../sandbox/paths';
import { findChromium } from '../support/chromium';
import { startStage, type Theme } from '../support/stage';
import { PICTURES } from './pictures';
import { setScene } from './service';

/** The README shows the light pictures; the dark ones are for visual checks only. */
const FOLDERS = { light: join(PROJECT, 'docs'), dark: join(STATE, 'screenshots-dark') };
const DARK = '--dark';
/** Sharp even on high-density screens, and small enough for a web page. */
const SHARPNESS = 1.5;

/** Takes all README pictures, or only the named ones, in a real n8n; `--dark` uses its dark theme. */
async function main(args: string[]): Promise<void> {
	const names = args.filter((arg) => arg !== DARK);
	const theme: Theme = args.includes(DARK) ? 'dark' : 'light';
	findChromium();
	await ensureN8n();
	const stage = await startStage({ sharpness: SHARPNESS });
	try {
		mkdirSync(FOLDERS[theme], { recursive: true });
		const scene = await setScene(stage);
		for (const { name, take } of PICTURES) {
			if (names.length > 0 && !names.includes(name)) continue;
			const editor = await stage.newEditor({ theme });
			const path = join(FOLDERS[theme], `${name}.png`);
			const picture = await take(editor, scene, stage);
			writeFileSync(path, picture);
			await editor.close();
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
