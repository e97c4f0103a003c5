import type { Page } from 'playwright-core';

/** A note on the canvas, in the canvas's own pixels. */
type Note = {
	begins: string;
	/** The height that its text takes. */
	height: number;
	/** How much of its text a person doesn't see without scrolling. */
	cutOff: number;
};

// The types of the browser, as far as they are used.
type Box = { top: number; bottom: number; height: number };
type NoteElement = {
	innerText: string;
	offsetHeight: number;
	getBoundingClientRect: () => Box;
	querySelectorAll: (selector: string) => Iterable<NoteElement>;
};

export async function measureNotes(page: Page): Promise<Note[]> {
	const notes = page.getByTestId('sticky');
	await notes.first().getByRole('heading').first().waitFor();
	return await notes.evaluateAll(measure);
}

/** Runs in the page. The canvas is scaled: what is seen is measured against what it is without. */
function measure(notes: NoteElement[]): Note[] {
	return notes.map((note) => {
		const seen = note.getBoundingClientRect();
		const scale = seen.height / note.offsetHeight;
		const parts = [...note.querySelectorAll('p, li, h2, h3')];
		const bottom = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
		return {
			begins: note.innerText.slice(0, 40),
			height: Math.ceil((bottom - seen.top) / scale),
			cutOff: Math.max(0, Math.ceil((bottom - seen.bottom) / scale)),
		};
	});
}
