/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { unpackPackage } from '../../../sandbox/install/unpackPackage';
import { renderMarkdown } from '../../support/readme';
import { findFlaws, NO_FLAWS } from '../support/flaws';
import { itInEditor } from '../support/itInEditor';
import type { Stage } from '../support/stage';

export function describeReadme(stage: () => Stage): void {
	itInEditor('The README in the package displays its pictures', stage, async ({ page }) => {
		const { folder, remove } = await unpackPackage();
		try {
			const { html, pictures } = renderMarkdown(readFileSync(join(folder, 'README.md'), 'utf8'));
			const file = join(folder, 'README.html');
			writeFileSync(file, `<!doctype html><meta charset="utf-8"><main>${html}</main>`);

			await page.goto(pathToFileURL(file).href);

			expect(await page.locator('img').count()).toBe(pictures.length);
			expect(await findFlaws(page.locator('main'))).toEqual(NO_FLAWS);
		} finally {
			remove();
		}
	});
}
