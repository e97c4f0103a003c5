import type { Locator, Page } from 'playwright-core';

/** A person who counts what the hands do; typing and the Enter key are free. */
export function createHands(page: Page) {
	let count = 0;
	return {
		count: () => count,
		async click(target: Locator): Promise<void> {
			count += 1;
			await target.click();
		},
		async open(target: Locator): Promise<void> {
			count += 1;
			await target.dblclick();
		},
		async drag(from: Locator, to: Locator): Promise<void> {
			count += 1;
			await from.hover();
			await page.mouse.down();
			await to.hover();
			await to.hover();
			await page.mouse.up();
		},
	};
}
