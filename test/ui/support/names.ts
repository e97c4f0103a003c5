import type { Page } from 'playwright-core';

// The types of the browser, as far as they are used.
type Box = { left: number; right: number; top: number; bottom: number };
type NodeElement = {
	innerText: string;
	childElementCount: number;
	getBoundingClientRect: () => Box;
	querySelectorAll: (selector: string) => Iterable<NodeElement>;
};
declare const document: {
	createRange: () => {
		selectNodeContents: (element: NodeElement) => void;
		getClientRects: () => Iterable<Box>;
	};
};

/** The texts of different nodes on the canvas that cover each other, such as their names. */
export async function namesOverlapping(page: Page): Promise<string[]> {
	return await page.getByTestId('canvas-node').evaluateAll(overlapping);
}

/** Runs in the page. */
function overlapping(nodes: NodeElement[]): string[] {
	const lines = nodes.flatMap((node, index) =>
		[...node.querySelectorAll('*')]
			.filter(({ innerText, childElementCount }) => childElementCount === 0 && innerText)
			.flatMap((text) => {
				const range = document.createRange();
				range.selectNodeContents(text);
				return [...range.getClientRects()].map((box) => ({ index, name: text.innerText, box }));
			}),
	);
	return lines.flatMap((one, position) =>
		lines
			.slice(position + 1)
			.filter(({ index, box }) => {
				const isBeside = box.left >= one.box.right || one.box.left >= box.right;
				const isBelow = box.top >= one.box.bottom || one.box.top >= box.bottom;
				return index !== one.index && !isBeside && !isBelow;
			})
			.map(({ name }) => `${one.name} / ${name}`),
	);
}
