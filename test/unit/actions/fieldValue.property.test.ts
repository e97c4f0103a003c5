import fc from 'fast-check';

import { randomCases } from '../../support/search';
import { emulator, formId, runNode, useActionNode } from './actionNode';

const SOUGHT = 'ada@example.com';

const other = fc.jsonValue({ maxDepth: 2 });

/** One level of nesting around a value: a list or a group that contains others, too. */
const around = fc.oneof(
	fc
		.tuple(fc.array(other, { maxLength: 2 }), fc.array(other, { maxLength: 2 }))
		.map(([before, after]) => (value: unknown): unknown => [...before, value, ...after]),
	fc
		.tuple(fc.dictionary(fc.string(), other, { maxKeys: 2 }), fc.string())
		.map(([group, name]) => (value: unknown): unknown => ({ ...group, [name]: value })),
);

const levels = fc.array(around, { maxLength: 6 });

const nested = (value: unknown, within: Array<(value: unknown) => unknown>) =>
	within.reduce((inner, surround) => surround(inner), value);

describe('the value of a form field', () => {
	useActionNode({ limitPerWindow: 1_000_000 });

	/** Whether the filter finds a submission, by the name of the field and without one. */
	async function isFound(field: unknown): Promise<unknown[]> {
		const { id } = emulator.addSubmission({ formId, data: { a: 1, field, b: [] } });
		const found: unknown[] = [];
		for (const fieldName of ['field', '']) {
			const fieldMatch = { match: [{ fieldName, fieldValue: SOUGHT }] };
			const parameters = { resource: 'submission', operation: 'getAll', limit: 1 };
			const { rows } = await runNode({ ...parameters, filters: { fieldMatch } });
			found.push(rows[0]?.id === id);
		}
		return found;
	}

	it('is found wherever it stands in the field', async () => {
		await fc.assert(
			fc.asyncProperty(levels, async (within) => {
				expect(await isFound(nested('Ada@Example.com', within))).toEqual([true, true]);
			}),
			randomCases(60, 2_000),
		);
	});

	it('is not found in a field that has only similar ones', async () => {
		const similar = fc.constantFrom<unknown>('bob@example.com', `${SOUGHT}.org`, { [SOUGHT]: 1 });
		await fc.assert(
			fc.asyncProperty(similar, levels, async (value, within) => {
				expect(await isFound(nested(value, within))).toEqual([false, false]);
			}),
			randomCases(30, 1_000),
		);
	});
});
