/**
 * The text for comparing it with another in any case, without surrounding spaces. Accented letters
 * can be encoded as one character or as two that look the same.
 */
export function foldCase(text: string): string {
	return text.trim().normalize().toLowerCase();
}
