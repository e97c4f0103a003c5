import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../api/types';
import type { ServiceColumns } from './columns';
import { addFormFields } from './formFields';

/** One flat row of a delivery (specification, section 2), its columns named as in the action's rows. */
export function simplifyDelivery(delivery: IDataObject): IDataObject {
	const form: IDataObject = isDataObject(delivery.form) ? delivery.form : {};
	const submission: IDataObject = isDataObject(delivery.submission) ? delivery.submission : {};
	const { id, submittedAt, spamScore, data } = submission;
	const columns: ServiceColumns = {
		id,
		formId: form.id,
		formName: form.name,
		submittedAt,
		spamScore,
	};
	return addFormFields(columns, data);
}
