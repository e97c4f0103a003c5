import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../api/types';
import { columnOf } from './columns';

/**
 * Adds the form's fields to a row, each in its column. Data that is no object stays visible as
 * `field_data`.
 */
export function addFormFields(row: IDataObject, data: unknown): IDataObject {
	if (!isRecord(data)) {
		if (data !== undefined && data !== null) row.field_data = data as IDataObject[string];
		return row;
	}
	for (const name of Object.keys(data)) {
		const column = columnOf(name, (other) => Object.hasOwn(data, other));
		row[column] = data[name] as IDataObject[string];
	}
	return row;
}

/** Adds exactly these fields to a row, in this order, null where one is missing. */
export function addTheseFields(row: IDataObject, data: unknown, fields: string[]): IDataObject {
	for (const name of fields) {
		const isThere = isRecord(data) && Object.hasOwn(data, name);
		const column = columnOf(name, (other) => fields.includes(other));
		row[column] = isThere ? (data[name] as IDataObject[string]) : null;
	}
	return row;
}
