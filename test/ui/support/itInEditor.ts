/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { STATE } from '../../sandbox/paths';
import type { EditorPage } from './EditorPage';
import type { Stage } from './stage';

/** Screenshots of the editor from failed tests; git ignores the folder. */
const FAILURES = join(STATE, 'ui-failures');

/** A test with a fresh editor; if it fails, a screenshot of the page is kept. */
export function itInEditor(
	title: string,
	stage: () => Stage,
	test: (editor: EditorPage) => Promise<void>,
): void {
	it(title, async () => {
		const editor = await stage().newEditor();
		try {
			await test(editor);
		} catch (error) {
			const path = join(FAILURES, `${title.replace(/\W+/g, '-')}.png`);
			mkdirSync(FAILURES, { recursive: true });
			await editor.page.screenshot({ path });
			process.stderr.write(`${title}: the editor looked like ${path}\n`);
			throw error;
		} finally {
			await editor.page.close();
		}
	});
}
