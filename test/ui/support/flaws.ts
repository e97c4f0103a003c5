import type { Locator } from 'playwright-core';

import { textsOf } from './texts';

// Only the browser types that are used here: the full browser type library would override Node.js
// types in all tests.
type Box = { right: number; bottom: number; width: number };
type PageElement = {
	parentElement: PageElement | null;
	matches: (selector: string) => boolean;
	checkVisibility: () => boolean;
	getBoundingClientRect: () => Box;
};
type PageText = { parentElement: PageElement | null; textContent: string | null };
declare const document: {
	createTreeWalker: (root: PageElement, show: number) => { nextNode: () => PageText | null };
	createRange: () => { selectNodeContents: (node: PageText) => void } & Pick<
		PageElement,
		'getBoundingClientRect'
	>;
};
declare const NodeFilter: { SHOW_TEXT: number };
declare const getComputedStyle: (
	element: PageElement,
) => Record<'overflowX' | 'overflowY' | 'display', string>;

const LABELS = '[data-test-id="input-label"]';
const NOTICES = '.notice';

/** Flaws that a user would notice: fields labeled with their parameter names, and texts that are cut off. */
export async function findFlaws(root: Locator): Promise<string[]> {
	const labels = await textsOf(root.locator(LABELS).filter({ visible: true }));
	const cut = await root.locator(`${LABELS}, ${NOTICES}`).evaluateAll(cutTexts);
	return [...labels.filter(isProgramName), ...cut];
}

/** Labels are in Title Case; `returnAll` and `status` are parameter names. */
function isProgramName(label: string): boolean {
	return /^[a-z]/.test(label) || /[a-z][A-Z]/.test(label) || label.includes('_');
}

/** Runs in the page: finds texts that an ancestor element cuts off in part. */
function cutTexts(elements: PageElement[]): string[] {
	return elements.flatMap((element) => {
		const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const range = document.createRange();
			range.selectNodeContents(node);
			const box = range.getBoundingClientRect();
			if (box.width === 0 || node.parentElement?.checkVisibility() === false) continue;
			for (let above = node.parentElement; above !== null; above = above.parentElement) {
				const { overflowX, overflowY, display } = getComputedStyle(above);
				if (display === 'inline' || above.matches('[data-test-id="ndv"]')) continue;
				const frame = above.getBoundingClientRect();
				const isCutAside = overflowX !== 'visible' && box.right > frame.right + 1;
				const isCutBelow = overflowY === 'hidden' && box.bottom > frame.bottom + 1;
				if (!isCutAside && !isCutBelow) continue;
				found.push(node.textContent ?? '');
				break;
			}
		}
		return found;
	});
}
