import { filters, listFilters } from '../../../nodes/FormSubmissions/parameters/filters';
import { enter } from './enter';

const read = (entered: unknown) => enter(filters, entered);

const defaultOf = (filter: string) =>
	filters.property.options?.flatMap((option) =>
		option.name === filter && 'default' in option ? [option.default] : [],
	);

describe('the filters', () => {
	it.each([undefined, null, '', {}])('restrict nothing if they are %j', (value) => {
		expect(read(value)).toEqual({ includeTest: false });
	});

	it('include tests once that filter is added, and not until then', () => {
		expect(defaultOf('includeTest')).toEqual([true]);
		expect(read({ includeTest: true }).includeTest).toBe(true);
	});
});

describe('the filters of a list', () => {
	const list = (entered: unknown) => enter(listFilters, entered, { timezone: 'Asia/Tokyo' });

	it('are each what was entered for it', () => {
		const entered = {
			includeTest: true,
			status: ['spam'],
			receivedAfter: '2026-03-10',
			receivedBefore: '2026-03-11',
			fieldMatch: { match: [{ fieldName: 'email', fieldValue: 'ada@example.com' }] },
		};

		expect(list(entered)).toEqual({
			filter: { includeTest: true, statuses: ['spam'] },
			range: {
				fromMs: Date.parse('2026-03-09T15:00:00Z'),
				beforeMs: Date.parse('2026-03-10T15:00:00Z'),
			},
			matches: [{ name: 'email', value: 'ada@example.com', compare: 'is' }],
			zoneHints: [expect.stringContaining('2026-03-10 00:00 (Asia/Tokyo)')],
		});
	});

	it.each(['2026-03-10', '2026-03-09'])(
		'are refused if Received Before is %s, so that nothing can match',
		(receivedBefore) => {
			const entered = { receivedAfter: '2026-03-10', receivedBefore };

			expect(() => list(entered)).toThrow(
				`'Received After' (2026-03-10 00:00 (Asia/Tokyo)) must be earlier than 'Received Before' (${receivedBefore} `,
			);
		},
	);

	const matches = (...match: unknown[]) => list({ fieldMatch: { match } }).matches;

	it('may be several for form fields, whose names may have spaces, and whose values may be numbers', () => {
		expect(matches({ fieldName: ' a ', fieldValue: 'b' }, { fieldName: 5, fieldValue: 0 })).toEqual(
			[
				{ name: ' a ', value: 'b', compare: 'is' },
				{ name: '5', value: '0', compare: 'is' },
			],
		);
	});

	it('may lack the name for a form field', () => {
		expect(matches({ fieldName: '', fieldValue: 'b' }, { fieldValue: 5 })).toEqual([
			{ value: 'b', compare: 'is' },
			{ value: '5', compare: 'is' },
		]);
	});

	it('are none for form fields without that filter', () => {
		expect(list({}).matches).toEqual([]);
		expect(list({ fieldMatch: null }).matches).toEqual([]);
	});

	it.each([
		['there is none', { fieldMatch: {} }, { fieldMatch: {} }],
		['an expression for all returned nothing', {}, { fieldMatch: '={{ $json.missing }}' }],
	])('are refused for form fields without an entry: %s', (_why, entered, stored) => {
		expect(() => enter(listFilters, entered, { stored })).toThrow(
			/^'Field Value' has no entry\. Enter what to look for/,
		);
	});

	it.each(['fieldName', 'fieldValue'])(
		'are left out for form fields if a model, which sets %s, left both boxes empty',
		(box) => {
			const of = (...match: object[]) => ({ fieldMatch: { match } });
			const entered = of({ fieldName: '', fieldValue: '' }, { fieldName: 'a', fieldValue: 'b' });
			const byModel = { fieldName: '', fieldValue: '', [box]: "={{ $fromAI('x') }}" };
			const stored = of(byModel, { fieldName: 'a', fieldValue: 'b' });

			expect(enter(listFilters, entered, { stored }).matches).toEqual([
				{ name: 'a', value: 'b', compare: 'is' },
			]);
			expect(() => enter(listFilters, entered)).toThrow(/has a blank entry/);
		},
	);

	it.each([
		[{ fieldName: 'a' }, `'Field Value' has the name "a" without a value. Enter what to look for`],
		[{}, "'Field Value' has a blank entry. Enter what to look for"],
		[{ fieldName: ['a'], fieldValue: 'a' }, `'Field Name or ID' is "["a"]". Use text or a number`],
		[{ fieldName: 'a', fieldValue: NaN }, `'Value' is "NaN". Use text or a number`],
	])('are refused without anything to look for: %j', (entered, message) => {
		expect(() => matches({ fieldName: 'x', fieldValue: 'y' }, entered)).toThrow(message);
	});
});
