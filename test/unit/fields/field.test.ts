import {
	itemSource,
	mapField,
	propertiesOf,
	readFields,
	triggerSource,
	withoutValue,
} from '../../../nodes/FormSubmissions/fields/field';
import { boolean, wholeNumber } from '../../../nodes/FormSubmissions/fields/kinds';
import { limit, returnAll } from '../../../nodes/FormSubmissions/fields/limit';
import { executeContext, pollContext } from '../../support/n8n';

const GET_PAGE = { resource: 'submission', operation: 'getPage' };
const GET_MANY = { resource: 'submission', operation: 'getAll' };

const sourceOf = (own: object, item = {}) =>
	itemSource(
		executeContext({ kind: 'formSubmissions', parameters: { ...GET_PAGE, ...own } }, [item]),
		0,
	);

describe('the parameters of a node', () => {
	const source = sourceOf({ ...GET_MANY, limit: '={{ $json.count }}' }, { count: 5 });

	it('are evaluated, or as stored', () => {
		expect(source.value('limit')).toBe(5);
		expect(source.stored('limit')).toBe('={{ $json.count }}');
	});

	it('are undefined if they were never set', () => {
		const trigger = triggerSource(
			pollContext({ kind: 'formSubmissionsPollingTrigger', parameters: {} }),
		);

		expect(trigger.value('cursor')).toBeUndefined();
		expect(trigger.stored('cursor')).toBeUndefined();
	});
});

describe('fields', () => {
	const about = { displayName: 'Page Size', name: 'pageSize', description: '' };
	const size = wholeNumber({ ...about, default: 100, min: 1 });
	const isSimple = boolean({ displayName: 'Simplify', name: 'simplify', default: true });
	const notice = withoutValue({ displayName: 'Mind', name: 'mind', type: 'notice', default: '' });
	const fields = { size, notice, isSimple };

	it('are read by the names of their parameters, each under a name of its own', () => {
		const values = readFields(fields, sourceOf({ pageSize: '5', simplify: false }));

		expect(values).toEqual({ size: 5, isSimple: false });
		// @ts-expect-error -- a typo does not compile
		expect(values.sise).toBeUndefined();
		// @ts-expect-error -- nor does a value taken for one of another type
		expect(values.size === 'five').toBe(false);
	});

	it('are shown in their order', () => {
		const shown = propertiesOf(fields).map(({ name, type }) => `${name} ${type}`);

		expect(shown).toEqual(['pageSize number', 'mind notice', 'simplify boolean']);
	});

	it('are named in errors as they are labeled', () => {
		expect(() => readFields(fields, sourceOf({ pageSize: 'five' }))).toThrow(
			/^'Page Size' is "five"/,
		);
	});

	it('can be read as something made from their value', () => {
		const doubled = mapField(size, (value, context) => `${value * 2} in ${context.getTimezone()}`);

		expect(doubled.read(sourceOf({ pageSize: 4 }))).toBe('8 in UTC');
		expect(doubled.property).toBe(size.property);
	});
});

describe('the limit', () => {
	const read = (own: object) =>
		readFields({ returnAll, limit }, sourceOf({ ...GET_MANY, ...own })).limit;

	it('is infinite if all are wanted, whatever is entered', () => {
		expect(read({ returnAll: true, limit: 5 })).toBe(Infinity);
		expect(read({ returnAll: '={{ true }}', limit: 'five' })).toBe(Infinity);
	});

	it('is what is entered, or 50', () => {
		expect([read({ limit: 5 }), read({ returnAll: false })]).toEqual([5, 50]);
	});
});
