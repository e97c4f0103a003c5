import type { Locator } from 'playwright-core';

import { waitFor } from '../../sandbox/host/waitFor';

/** Waits until the elements have exactly these texts, in this order. */
export async function untilTexts(found: Locator, expected: string[]): Promise<void> {
	await waitFor(`the texts ${JSON.stringify(expected)}`, async (see) => {
		const texts = (await found.allInnerTexts()).map(oneLine);
		see(texts);
		return JSON.stringify(texts) === JSON.stringify(expected);
	});
}

/** Waits for an element and returns its text as a user sees it. */
export async function readText(found: Locator): Promise<string> {
	await found.waitFor();
	return oneLine(await found.innerText());
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
