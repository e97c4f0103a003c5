/** One line of the results: what was measured, and the bound, if there is one. */
export type Figure = { what: string; seen: number; atMost?: number };
