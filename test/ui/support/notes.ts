import type { Page } from 'playwright-core';

// The types of the browser, as far as they are used.
type NoteElement = {
	innerText: string;
	getBoundingClientRect: () => { bottom: number };
	querySelectorAll: (selector: string) => Iterable<NoteElement>;
};

/** How the notes on the canvas begin whose text a person doesn't see in full without scrolling. */
export async function notesCutOff(page: Page): Promise<string[]> {
	const notes = page.getByTestId('sticky');
	await notes.first().getByRole('heading').first().waitFor();
	return await notes.evaluateAll(cutOff);
}

/** Runs in the page. The canvas is scaled, so less than a pixel may be rounding. */
function cutOff(notes: NoteElement[]): string[] {
	const bottomOf = (element: NoteElement) => element.getBoundingClientRect().bottom;
	return notes
		.filter((note) =>
			[...note.querySelectorAll('p, li, h2, h3')].some(
				(part) => bottomOf(part) > bottomOf(note) + 1,
			),
		)
		.map(({ innerText }) => innerText.slice(0, 40));
}
