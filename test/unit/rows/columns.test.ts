import { columnOf } from '../../../nodes/FormSubmissions/rows/columns';

describe('the column of a form field', () => {
	it.each([
		['email', 'email'],
		['status', 'field_status'],
		['field_status', 'field_field_status'],
		['field_field_status', 'field_field_field_status'],
		['field_email', 'field_email'],
		['sfield_tatus', 'sfield_tatus'],
		['constructor', 'field_constructor'],
	])('%s is %s', (field, column) => {
		expect(columnOf(field)).toBe(column);
	});
});
