/**
 * The most response text that a run has, but for one page, which may be longer (characters): n8n makes one
 * string of a run, and the longest that V8 allows has 2^29.
 */
export const MOST_TEXT = 64 * 2 ** 20;

/** How much of what a reading has read it keeps. Pages with nothing new aren't kept. */
export class TextLimit {
	private kept = 0;

	private ofLastPage = 0;

	/** Whether there is room for a page like the last one. */
	hasRoom(): boolean {
		return this.kept === 0 || this.kept + this.ofLastPage <= MOST_TEXT;
	}

	/** A page has arrived; returns whether there is room for it. */
	markArrived(textLength: number): boolean {
		this.ofLastPage = textLength;
		return this.hasRoom();
	}

	/** The last page has something new. */
	keep(): void {
		this.kept += this.ofLastPage;
	}
}
