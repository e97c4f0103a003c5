/* The service's limits (specification, section 8). */

/** The most submissions that a page has. */
export const MAX_PAGE_SIZE = 100;

/** The most requests of a key in a window, unless a response tells of more. */
export const MAX_REQUESTS = 120;

/** How long a window is (milliseconds). */
export const WINDOW_MS = 60_000;
