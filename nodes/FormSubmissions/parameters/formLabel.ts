import type { Form } from '../api/types';

const TEST_MARK = ' (test mode)';

/** How the list of forms calls a form: by its name, else its ID; one in test mode is marked. */
export function formLabel({ id, name, isTestMode }: Form): string {
	const label = typeof name === 'string' && name.trim() !== '' ? name : id;
	return isTestMode === true ? `${label}${TEST_MARK}` : label;
}

/** The name in such a label; undefined where the label may say something else than the name. */
export function nameInLabel(id: string, label: string | undefined): string | undefined {
	return label === id || label?.endsWith(TEST_MARK) === true ? undefined : label;
}
