/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { ensureN8n } from '../../../sandbox/install/installN8n';
import { PROJECT } from '../../../sandbox/paths';
import { findChromium } from '../support/chromium';
import { startStage } from '../support/stage';
import { PICTURES } from './pictures';
import { setScene } from './service';

const FOLDER = join(PROJECT, 'docs');
/** Sharp also on dense screens, and small enough for a page. */
const SHARPNESS = 1.5;

/** Takes the pictures of the README, or those that are named, in a real n8n. */
async function main(names: string[]): Promise<void> {
	findChromium();
	await ensureN8n();
	const stage = await startStage({ sharpness: SHARPNESS });
	try {
		mkdirSync(FOLDER, { recursive: true });
		const scene = await setScene(stage);
		for (const { name, take } of PICTURES) {
			if (names.length > 0 && !names.includes(name)) continue;
			const editor = await stage.newEditor();
			const path = join(FOLDER, `${name}.png`);
			const picture = await take(stage, scene, editor);
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
