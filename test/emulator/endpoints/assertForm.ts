import type { ApiKey } from '../keys';
import { ServiceError } from '../serviceError';
import type { Store } from '../store/store';

/** A form in another workspace is refused with the same message as one that doesn't exist. */
export function assertFormExists(store: Store, key: ApiKey, formId: string): void {
	if (store.forms.find(formId)?.workspace !== key.workspace) {
		throw new ServiceError('not_found', `There is no form ${formId}`);
	}
}
