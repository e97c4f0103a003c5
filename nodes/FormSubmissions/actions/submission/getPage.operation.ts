import { findForm } from '../../api/chosenForm';
import { MAX_PAGE_SIZE } from '../../api/limits';
import { listPage } from '../../api/submissions';
import { inputError } from '../../errors/nodeErrors';
import { quoteValue } from '../../errors/quotes';
import { filters, inForm } from '../../parameters/filters';
import { formSubtitle, listedForm } from '../../parameters/form';
import { wholeNumber } from '../../parameters/kinds';
import type { Parameter } from '../../parameters/parameter';
import { optionsParameter, ROW_OPTIONS, simplify } from '../../parameters/rows';
import { operation } from '../operation';
import { OutputRows } from './outputRows';

const pageSize = wholeNumber({
	displayName: 'Page Size',
	name: 'pageSize',
	min: 1,
	max: MAX_PAGE_SIZE,
	default: MAX_PAGE_SIZE,
	description: `Max number of submissions on a page (1 to ${MAX_PAGE_SIZE})`,
});

/** Exactly as it came. In a loop, its expression returns nothing for the first page. */
const cursor: Parameter<string | undefined> = {
	property: {
		displayName: 'Cursor',
		name: 'cursor',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.nextCursor }}',
		description:
			"Marks where the page starts: the 'nextCursor' of the previous page. Leave it empty for the first page.",
	},
	read({ context, value }) {
		const entered = value('cursor') ?? '';
		if (typeof entered === 'string') return entered === '' ? undefined : entered;
		const problem = `'Cursor' is ${quoteValue(entered)}, which isn't text.`;
		const advice = "Use the 'nextCursor' of the previous page, or nothing for the first page.";
		throw inputError(context.getNode(), `${problem} ${advice}`);
	},
};

function noteNoRoom(shown: number, all: number): string {
	return `There is room for the first ${shown} of the ${all} submissions of this page. To get the others, use the same cursor with a smaller 'Page Size', or choose fewer columns.`;
}

export const getPage = operation({
	value: 'getPage',
	name: 'Get Page',
	action: 'Get page of submissions',
	description: 'For very large exports, in a loop: fetch one page, and the cursor of the next one',
	builderHint: {
		propertyHint:
			"Use for exports of more than about 100,000 submissions, or to save progress between pages: loop until 'hasMore' is false, passing 'nextCursor' of each page as 'cursor' of the next (empty for the first). For anything smaller use Get Many, which fetches all pages by itself. Each page is one item whose 'submissions' is an array: add a Split Out node to get one item per submission.",
	},
	subtitle: formSubtitle({ required: false }),
	parameters: {
		form: listedForm,
		pageSize,
		cursor,
		simplify,
		filter: filters,
		options: optionsParameter(ROW_OPTIONS),
	},

	async execute(connection, { filter, pageSize: limit, cursor: from, ...chosen }, forModel) {
		const form = await findForm(connection, chosen.form);
		const rows = new OutputRows(connection, chosen, form);

		const page = await listPage(connection, inForm(form, filter), { limit, cursor: from });
		const { submissions, nextCursor } = page;
		// In a loop, the same cursor would never come to an end.
		if (nextCursor !== null && nextCursor === from) throw connection.errorFor('repeatedCursor');

		const all = await rows.of(submissions);
		const shown = forModel?.addAll(all) ?? all;
		const { notes, hints } = rows.about();
		if (shown.length < all.length) notes.unshift(noteNoRoom(shown.length, all.length));
		const row = { submissions: shown, hasMore: nextCursor !== null, nextCursor };
		return { rows: [row], notes, hints };
	},
});
