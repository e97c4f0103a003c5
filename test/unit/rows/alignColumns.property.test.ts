import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { alignColumns } from '../../../nodes/FormSubmissions/rows/alignColumns';
import { COLUMNS } from '../../../nodes/FormSubmissions/rows/columnNames';
import { simplifySubmission } from '../../../nodes/FormSubmissions/rows/submissionRow';
import { randomCases } from '../../support/search';

const fieldName = fc.oneof(
	fc.string({ maxLength: 3 }),
	fc.constantFrom('2', '10', '-5', '=x', 'id', 'error', 'toString', '__proto__'),
);

const names = fc.uniqueArray(fieldName, { maxLength: 8 });

/** Some of these names, in their order. */
const some = (all: string[]) =>
	fc.tuple(...all.map(() => fc.boolean())).map((isIn) => all.filter((_name, index) => isIn[index]));

const submission = (fields: fc.Arbitrary<string[]>) =>
	fc.record({ fields, formId: fc.constantFrom('frm_1', 'frm_2') });

/** Fields that come in one order whatever others there are, and fields in any order. */
const inOneOrder = names.chain((all) => fc.array(submission(some(all)), { maxLength: 8 }));
const fewNames = fc.shuffledSubarray(['a', 'b', 'c', 'd', '2', '=x']);
const inAnyOrder = fc.array(submission(fc.oneof(names, fewNames)), { maxLength: 8 });

const look = fc.record({
	columns: fc.subarray([...COLUMNS]),
	escapeFormulas: fc.boolean(),
});

type Case = { before: IDataObject[]; after: IDataObject[]; formIds: string[] };

function align(
	submissions: Array<{ fields: string[]; formId: string }>,
	rowLook: { columns: (typeof COLUMNS)[number][]; escapeFormulas: boolean },
): Case {
	const toRow = simplifySubmission(rowLook);
	const before = submissions.map(({ fields, formId }, index) => {
		const data = Object.fromEntries(fields.map((name) => [name, `${name} of ${index}`]));
		return toRow({ id: `sub_${index}`, formId, data }, null);
	});
	const formIds = submissions.map(({ formId }) => formId);
	const all = before.map((row, index) => ({ row, formId: formIds[index] }));
	alignColumns(all);
	return { before, after: all.map(({ row }) => row), formIds };
}

describe('the rows of a form', () => {
	const ofForm = ({ before, after, formIds }: Case) =>
		[...new Set(formIds)].map((formId) => {
			const isOfForm = (_row: IDataObject, index: number) => formIds[index] === formId;
			return { before: before.filter(isOfForm), after: after.filter(isOfForm) };
		});

	it('have the same columns in the same order: all that any has, null where one is missing', () => {
		fc.assert(
			fc.property(inAnyOrder, look, (submissions, rowLook) => {
				for (const { before, after } of ofForm(align(submissions, rowLook))) {
					const columns = new Set(before.flatMap((row) => Object.keys(row)));
					const [first = {}] = after;
					expect(new Set(Object.keys(first))).toEqual(columns);
					for (const [index, row] of after.entries()) {
						expect(Object.keys(row)).toEqual(Object.keys(first));
						const missing = [...columns].map((column) => [column, null]);
						expect(row).toEqual({ ...Object.fromEntries(missing), ...before[index] });
					}
				}
			}),
			randomCases(300, 10_000),
		);
	});

	it('keep the order of their own columns where they agree on it', () => {
		fc.assert(
			fc.property(inOneOrder, look, (submissions, rowLook) => {
				const { before, after } = align(submissions, rowLook);
				for (const [index, row] of after.entries()) {
					const own = Object.keys(before[index] ?? {});
					expect(Object.keys(row).filter((column) => own.includes(column))).toEqual(own);
				}
			}),
			randomCases(300, 10_000),
		);
	});

	it('keep the service columns in their places, even where they disagree on fields', () => {
		fc.assert(
			fc.property(inAnyOrder, look, (submissions, rowLook) => {
				for (const row of align(submissions, rowLook).after) {
					const names = Object.keys(row).filter((column) => !/^\d+$/.test(column));
					const shown = COLUMNS.filter((column) => rowLook.columns.includes(column));
					const isFirst = shown[0] === 'submittedAt';
					expect(names.slice(0, isFirst ? 1 : 0)).toEqual(isFirst ? ['submittedAt'] : []);
					const last = shown.slice(isFirst ? 1 : 0);
					expect(names.slice(names.length - last.length)).toEqual(last);
				}
			}),
			randomCases(200, 5_000),
		);
	});
});
