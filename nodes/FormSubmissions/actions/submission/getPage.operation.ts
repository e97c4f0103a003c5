import { MAX_PAGE_SIZE } from '../../api/pages';
import { listPage } from '../../api/submissions';
import type { Advice } from '../../errors/errors';
import { filtersField, readSubmissionFilter } from '../../parameters/filters';
import { findForm, formSubtitle, listedFormField, readForm } from '../../parameters/form';
import type { ParameterReader } from '../../parameters/reader';
import {
	optionsField,
	readOptions,
	readRowOptions,
	ROW_OPTIONS,
	simplifyField,
} from '../../parameters/rowOptions';
import { readText, readWholeNumber } from '../../parameters/values';
import { rowsOf } from '../../rows/pageRows';
import type { Operation } from '../operation';

export const getPage: Operation = {
	value: 'getPage',
	name: 'Get Page',
	action: 'Get page of submissions',
	description:
		'Fetch one page of submissions and the cursor of the next page, for large exports in a loop. A cursor marks where the next page starts.',
	builderHint: {
		propertyHint:
			"Use for exports of more than about 100,000 submissions, or to save progress between pages: loop until 'hasMore' is false, passing 'nextCursor' of each page as 'cursor' of the next (empty for the first). For anything smaller use Get Many, which fetches all pages by itself. Each page is one item whose 'submissions' is an array: add a Split Out node to get one item per submission.",
	},
	subtitle: formSubtitle({ required: false }),
	properties: [
		listedFormField,
		{
			displayName: 'Page Size',
			name: 'pageSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_PAGE_SIZE },
			default: MAX_PAGE_SIZE,
			description: 'Max number of submissions on a page (1 to 100)',
		},
		{
			displayName: 'Cursor',
			name: 'cursor',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.nextCursor }}',
			description:
				"Marks where the page starts: the 'nextCursor' of the previous page. Leave it empty for the first page.",
		},
		simplifyField,
		filtersField,
		optionsField(ROW_OPTIONS),
	],

	async execute({ connection, parameters }) {
		const { chosenForm, request, rowOptions, ...settings } = readSettings(parameters);
		const form = await findForm(connection, chosenForm);
		const filter = { ...settings.filter, formId: form.id };

		const page = await listPage(connection, filter, request);

		return [
			{
				submissions: await rowsOf(connection, rowOptions, form)(page.submissions),
				hasMore: page.nextCursor !== null,
				nextCursor: page.nextCursor,
			},
		];
	},
};

const CURSOR = "Use the 'nextCursor' of the previous page, or nothing for the first page.";
const CURSOR_ADVICE: Advice = { person: CURSOR, model: CURSOR };

function readSettings(parameters: ParameterReader) {
	const { context, value } = parameters;
	const limit = readWholeNumber(context, value('pageSize'), "'Page Size'", {
		fallback: MAX_PAGE_SIZE,
		min: 1,
		max: MAX_PAGE_SIZE,
	});
	const cursor = readText(context, value('cursor'), "'Cursor'", CURSOR_ADVICE);
	return {
		chosenForm: readForm(parameters),
		filter: readSubmissionFilter(parameters),
		request: { limit, cursor },
		rowOptions: readRowOptions(parameters, readOptions(parameters)),
	};
}
