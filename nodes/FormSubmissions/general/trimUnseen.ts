/**
 * The text without spaces and invisible characters around it, which come with pasting, such as
 * zero-width spaces.
 */
export function trimUnseen(text: string): string {
	return text.replace(/[\s\p{Cf}]+/gu, (run, at: number) =>
		at === 0 || at + run.length === text.length ? '' : run,
	);
}
