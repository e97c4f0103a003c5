/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { ensureN8n } from '../../../sandbox/install/installN8n';
import { PROJECT, STATE } from '../../../sandbox/paths';
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
			process.stdout.write(`${relative(PROJECT, path)}, ${Math.round(picture.length / 1024)} kB\n`);
		}
	} finally {
		await stage.stop();
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
