/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { STATE } from '../../sandbox/paths';
import type { EditorPage } from './EditorPage';
import type { EditorOptions, Stage } from './stage';

/** Screenshots of the editor from failed tests; git ignores the folder. */
const FAILURES = join(STATE, 'ui-failures');

/** A test with a fresh editor; if it fails, its message names a screenshot of the page. */
export function itInEditor(
	title: string,
	stage: () => Stage,
	test: (editor: EditorPage) => Promise<void>,
	options?: EditorOptions,
): void {
	it(title, async () => {
		const editor = await stage().newEditor(options);
		try {
			await test(editor);
		} catch (error) {
			const path = join(FAILURES, `${title.replace(/\W+/g, '-')}.png`);
			mkdirSync(FAILURES, { recursive: true });
			await editor.page.screenshot({ path });
			throw withPicture(error, path);
		} finally {
			await editor.close();
		}
	});
}

function withPicture(error: unknown, path: string): Error {
	const failure = error instanceof Error ? error : new Error(String(error));
	// Jest prints the stack, which contains the message from when the error was created.
	failure.stack = `${failure.stack}\n`.replace('\n', `\n\nThe editor looked like this: ${path}\n`);
	failure.message += `\n\nThe editor looked like this: ${path}`;
	return failure;
}
