import type { Form } from '../api/types';

const TEST_MARK = ' (test mode)';

/** A form's label in the list of forms: its name, or else its ID, marked if it is in test mode. */
export function formLabel({ id, name, isTestMode }: Form): string {
	const label = typeof name === 'string' && name.trim() !== '' ? name : id;
	return isTestMode === true ? `${label}${TEST_MARK}` : label;
}

/** The form's name, taken from such a label; undefined if the label may differ from the name. */
export function nameInLabel(id: string, label: string | undefined): string | undefined {
	return label === id || label?.endsWith(TEST_MARK) === true ? undefined : label;
}
