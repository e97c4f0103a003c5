import { findForm } from '../../api/chosenForm';
import { listFilters } from '../../parameters/filters';
import { formSubtitle, listedForm } from '../../parameters/form';
import { choice } from '../../parameters/kinds';
import { limit, returnAll } from '../../parameters/limit';
import { withoutValue } from '../../parameters/parameter';
import { lists, optionsParameter, ROW_OPTIONS, simplify } from '../../parameters/rows';
import { operation } from '../operation';
import { OutputRows } from './outputRows';
import { Search } from './search';

const wholeWorkspaceNotice = withoutValue({
	displayName:
		"No form is selected, so this fetches submissions from all forms (up to 12,000 a minute) and keeps them in memory. To fetch only recent ones, use 'Received After'. For more than about 100,000, use the example export-everything.",
	name: 'wholeWorkspaceNotice',
	type: 'notice',
	default: '',
	// Not `show`: n8n would show this for every expression, even for one that names a form.
	displayOptions: { hide: { returnAll: [false], formId: [{ _cnd: { exists: true } }] } },
});

const order = choice({
	displayName: 'Order',
	name: 'order',
	options: { newestFirst: { name: 'Newest First' }, oldestFirst: { name: 'Oldest First' } },
	default: 'newestFirst',
	description:
		'The order of the submissions. With a limit, the newest ones are returned, whatever the order.',
});

function noteCutShort(max: number): string {
	const shown =
		max === 1
			? 'This is the newest submission that matches'
			: `These are the newest ${max} submissions that match`;
	return `${shown}, and there are more. To get others, raise the limit, or narrow the list by form, status, time received, or the value of a form field. To know how many there are, use Submission > Count.`;
}

const NOTE_FULL =
	"These are the newest submissions that match, as many as there is room for, and there are more. To get others, narrow the list by form, status, time received, or the value of a form field, or choose fewer columns with the options 'Form Field Names or IDs' and 'Service Columns'. To know how many there are, use Submission > Count.";

function noteNewestOnly(max: number): string {
	const kept =
		max === 1
			? 'newest submission alone'
			: `newest ${max} submissions, of which the oldest comes first`;
	return `The limit keeps the ${kept}. To begin with the oldest of all, turn on 'Return All'.`;
}

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many submissions',
	description: 'List submissions, newest first, of one form or of the whole workspace',
	subtitle: formSubtitle({ required: false }),
	parameters: {
		form: listedForm,
		returnAll,
		wholeWorkspaceNotice,
		limit,
		simplify,
		filters: listFilters,
		options: optionsParameter({ ...ROW_OPTIONS, order, lists }),
	},

	async execute(connection, { limit: max, filters, ...chosen }, forModel) {
		const form = await findForm(connection, chosen.form);
		const search = new Search(connection, form, filters);
		const shaped = new OutputRows(connection, chosen, form);

		// A model would take 50 of 300 for all there are, so it is told if there are more.
		const isCut = forModel && (await shaped.addTo(forModel, max, search.pages(max + 1)));
		const rows = forModel?.rows ?? (await shaped.ofPages(search.pages(max)));
		if (rows.length === 0) return { rows, notes: [search.noteNothingFound()] };
		const isReversed = { newestFirst: false, oldestFirst: true }[chosen.options.order];
		if (isReversed) rows.reverse();

		const { notes, hints } = shaped.about();
		if (isCut) notes.push(rows.length < max ? NOTE_FULL : noteCutShort(max));
		else if (isReversed && rows.length === max) notes.push(noteNewestOnly(max));
		return { rows, notes, hints: [...filters.zoneHints, ...hints] };
	},
});
