import { entriesOf, listOf } from '../../../nodes/FormSubmissions/rows/listsAndBoxes';

describe('the entries of a value', () => {
	it.each<[string, unknown, unknown[]]>([
		['a list', ['a', 5, true, null], ['a', 5, true, null]],
		['a list with an object in it', ['a', { b: 1 }], ['a', { b: 1 }]],
		['an empty list', [], []],
		['a numbered group', { 0: 'a', 1: 'b', 150: 'c' }, ['a', 'b', 'c']],
		['one without its first entry', { 1: 'b' }, ['b']],
		['one with blank entries', { 1: '', 12: 'b' }, ['', 'b']],
		['one with an entry that was written', { 0: 'Web', other: 'Radio' }, ['Web', 'Radio']],
		['one with several', { 2: 'c', other_3: 'x', Other: 'y' }, ['c', 'x', 'y']],
		['nothing but such an entry', { other: 'Radio' }, ['Radio']],
		['a numbered group of objects', { 0: { a: 1 }, 2: { a: 2 } }, [{ a: 1 }, { a: 2 }]],
		[
			'options with a value',
			[
				{ id: 7, value: 'meat' },
				{ id: 8, value: 'fish' },
			],
			['meat', 'fish'],
		],
		['options with a label', [{ ref: 'x', label: 'Meat' }, 'Fish'], ['Meat', 'Fish']],
		['options with a name', [{ _id: '1', name: 'Meat', color: 'red' }], ['Meat']],
		['options with a value and a label', [{ value: 'meat', label: 'Meat' }], ['meat']],
		['options that are numbered', { 1: { value: 'b' }, 2: { value: 'c' } }, ['b', 'c']],
		['options whose value is blank', [{ value: null, label: 'Meat' }], ['Meat']],
		['JSON text of a list', '["Red","Caf\\u00e9"]', ['Red', 'Café']],
		['JSON text of numbers', '[3, 5]', [3, 5]],
		['JSON text of options', '[{"id":7,"value":"meat"}]', ['meat']],
		['JSON text of an empty list', '[]', []],
	])('of %s are these', (_what, value, entries) => {
		expect(listOf(value)).toEqual(entries);
		expect(entriesOf(value)).toEqual(entries);
	});

	it.each<[string, unknown, unknown[]]>([
		['boxes', { email: true, phone: false, post: true }, ['email', 'post']],
		['none ticked', { email: false, phone: false }, []],
		['text', { email: 'true', phone: 'false' }, ['email']],
		['what browsers send', { email: 'on', phone: '' }, ['email']],
		['numbers', { 1: true, 2: false, 104: true }, ['1', '104']],
		['one called other', { other: true }, ['other']],
	])('of a group of %s are the names of the ticked parts', (_what, value, entries) => {
		expect(listOf(value)).toBeUndefined();
		expect(entriesOf(value)).toEqual(entries);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a text', 'Red, Blue'],
		['a text in brackets', '[see below]'],
		['JSON text of a list of lists', '[["a"]]'],
		['JSON text with a long number', '[12345678901234567890]'],
		['JSON text of guests', '[{"name":"Ada","email":"ada@example.com"}]'],
		['an empty group', {}],
		['a group of blank parts', { first: '', last: null }],
		['a group', { first: 'Ada', last: 'Lovelace' }],
		['a group with some boxes', { email: true, note: 'x' }],
		['a group with a province', { city: '', province: 'ON' }],
		['named parts beside other', { phone: '1', other: '2' }],
		['what is numbered by years', { 2025: 'a', 2026: 'b' }],
		['the scores of numbered rows', { 1: 5, 2: 3 }],
		['the objects of numbered rows', { 1: { score: 5 } }],
	])('are none of %s', (_what, value) => {
		expect(entriesOf(value)).toBeUndefined();
	});

	it.each<[string, unknown[]]>([
		['boxes with labels', [{ label: 'A', checked: false }]],
		['products', [{ name: 'Shirt', quantity: 2 }]],
		['questions with answers', [{ name: 'Service', value: 'Good' }]],
		['one of several', [{ value: 'a' }, { amount: 5 }]],
		['objects of which nobody sees anything', [{ id: 7 }]],
	])('stay objects where these say more: %s', (_what, value) => {
		expect(entriesOf(value)).toBe(value);
	});
});
