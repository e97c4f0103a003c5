import type { ApiKey } from '../keys';
import { ServiceError } from '../serviceError';
import type { Store } from '../store/store';

/** A form of another workspace is refused in the same words as one that does not exist. */
export function assertFormExists(store: Store, key: ApiKey, formId: string): void {
	if (store.forms.find(formId)?.workspace !== key.workspace) {
		throw new ServiceError('not_found', `There is no form ${formId}`);
	}
}
