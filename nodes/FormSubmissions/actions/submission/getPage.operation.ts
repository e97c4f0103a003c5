import { LARGEST_PAGE } from '../../api/pages';
import { listPage } from '../../api/submissions';
import { filtersField, readSubmissionFilter } from '../../parameters/filters';
import { formSubtitle } from '../../parameters/formSubtitle';
import { listedFormField, readListedForm } from '../../parameters/listedForm';
import type { ParameterReader } from '../../parameters/reader';
import { pageOptionsField, readRowOptions } from '../../parameters/rowOptions';
import { readSimplify, simplifyField } from '../../parameters/simplify';
import { readText, readWholeNumber } from '../../parameters/values';
import type { Operation } from '../operation';
import { submissionRows } from '../../rows/submissionRows';

export const getPage: Operation = {
	value: 'getPage',
	name: 'Get Page',
	action: 'Get page of submissions',
	description:
		'Fetch one page of submissions and the cursor of the next page, for large exports in a loop. A cursor is a text that marks where the list continues.',
	builderHint: {
		propertyHint:
			"Use for exports of more than about 100,000 submissions, or to save progress between pages: loop until 'hasMore' is false, passing 'nextCursor' of each page as 'cursor' of the next (empty for the first). For anything smaller use Get Many, which follows the pages itself. Each page is one item whose 'submissions' is an array: add a Split Out node to get one item per submission.",
	},
	subtitle: formSubtitle({ required: false }),
	properties: [
		listedFormField,
		{
			displayName: 'Page Size',
			name: 'pageSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LARGEST_PAGE },
			default: LARGEST_PAGE,
			description: 'Max number of submissions on a page (1 to 100)',
		},
		{
			displayName: 'Cursor',
			name: 'cursor',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.nextCursor }}',
			description:
				"Marks where the list continues: the 'nextCursor' of the previous page. Leave it empty for the first page.",
		},
		simplifyField,
		filtersField,
		pageOptionsField,
	],

	async execute({ connection, parameters }) {
		const limit = readPageSize(parameters);
		const cursor = readCursor(parameters);
		const simplify = readSimplify(parameters);
		const options = readRowOptions(parameters);
		const form = await readListedForm(parameters, connection);
		const filter = readSubmissionFilter(parameters, form.id);

		const toRows = submissionRows(connection, { ...options, simplify, formName: form.name });
		const page = await listPage(connection, filter, { limit, cursor });

		return [
			{
				submissions: await toRows(page.submissions),
				hasMore: page.hasMore,
				nextCursor: page.nextCursor,
			},
		];
	},
};

function readPageSize({ context, value }: ParameterReader): number {
	return readWholeNumber(context, value('pageSize'), {
		name: "'Page Size'",
		fallback: LARGEST_PAGE,
		least: 1,
		most: LARGEST_PAGE,
	});
}

const CURSOR_ADVICE = "Use the 'nextCursor' of the previous page, or nothing for the first page.";

const CURSOR_WORDS = {
	name: "'Cursor'",
	advice: { person: CURSOR_ADVICE, model: CURSOR_ADVICE },
};

/** Undefined for the first page: an export loop begins with an empty cursor. */
function readCursor({ context, value }: ParameterReader): string | undefined {
	return readText(context, value('cursor'), CURSOR_WORDS) || undefined;
}
