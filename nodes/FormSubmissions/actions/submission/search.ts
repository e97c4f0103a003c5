import type { IExecuteFunctions } from 'n8n-workflow';

import type { FormChoice } from '../../api/chosenForm';
import type { Connection } from '../../api/connection';
import { receivedBetween } from '../../api/newestFirst';
import { readAhead, takeSubmissions, walkOnce } from '../../api/submissions';
import { SUBMISSION_STATUSES, type SubmissionFilter, type SubmissionPage } from '../../api/types';
import { quoteName, quoteValue } from '../../errors/quotes';
import { inForm, type ListFilters } from '../../parameters/filters';
import { matcherFor, type FieldMatch } from '../../rows/fieldMatch';
import { noteNoComparison } from '../../rows/fieldMatchNotes';
import { zonedTime } from '../../rows/localTime';
import { WantedFields } from './wantedFields';

/** One walk down a list with all its filters, and what to say if it found nothing. */
export class Search {
	private readonly filter: SubmissionFilter;

	/** Of the form fields that are compared. */
	private readonly fields: WantedFields;

	constructor(
		private readonly connection: Connection<IExecuteFunctions>,
		form: FormChoice,
		private readonly filters: ListFilters,
	) {
		this.filter = inForm(form, filters.filter);
		this.fields = new WantedFields(filters.matches.flatMap(({ name }) => name ?? []));
	}

	/** The newest `wanted` submissions that pass all filters. */
	pages(wanted = Infinity): AsyncGenerator<SubmissionPage> {
		const { range, matches } = this.filters;
		// What the node itself leaves out doesn't count.
		const isFiltered = (range.fromMs ?? range.beforeMs ?? matches[0]) !== undefined;
		const walk = walkOnce(this.connection, this.filter, isFiltered ? Infinity : wanted);
		const within = receivedBetween(this.connection, walk, range);
		return readAhead(takeSubmissions(this.matching(within), wanted));
	}

	/** The service can't compare form fields (specification, section 4), so every page is read. */
	private async *matching(pages: AsyncGenerator<SubmissionPage>): AsyncGenerator<SubmissionPage> {
		const { matches } = this.filters;
		if (matches.length === 0) return yield* pages;
		const isMatch = matcherFor(matches);
		for await (const page of pages) {
			this.fields.meet(page.submissions);
			yield { ...page, submissions: page.submissions.filter(isMatch) };
		}
	}

	/** Says what may have kept submissions out, once all pages have been read. */
	noteNothingFound(): string {
		const { formId, statuses, includeTest } = this.filter;
		const { range, matches } = this.filters;
		const { fromMs, beforeMs } = range;
		const at = (ms: number) => zonedTime(ms, this.connection.context.getTimezone());
		const reasons = [
			formId !== undefined && 'Only the chosen form was searched; check that it is the right one.',
			fromMs !== undefined &&
				`The filter 'Received After' leaves out submissions received before ${at(fromMs)}.`,
			beforeMs !== undefined &&
				`The filter 'Received Before' leaves out submissions received at ${at(beforeMs)} or later.`,
			...this.fields.noteUnseen('searched'),
			...matches
				.filter(({ name }) => name === undefined || !this.fields.unseen.has(name))
				.map(noteMatch),
			...noteNoComparison(matches),
			statuses === undefined &&
				"Quarantined submissions and spam are left out unless they are chosen in the filter 'Status'.",
			statuses !== undefined &&
				statuses.length < SUBMISSION_STATUSES.length &&
				`The filter 'Status' leaves out submissions that are not ${statuses.join(' or ')}.`,
			!includeTest && "Test submissions are left out unless 'Include Test Submissions' is on.",
		];
		return `No submissions were found. ${reasons.filter(Boolean).join(' ')}`;
	}
}

function noteMatch({ name, value, compare }: FieldMatch): string {
	const field = name === undefined ? 'a form field' : `the form field ${quoteName(name)}`;
	const has = {
		contains: `${field} contains`,
		is: `the whole value of ${field}, or an entry of it, is`,
	}[compare];
	return `The filter 'Field Value' includes only submissions in which ${has} ${quoteValue(value)}.`;
}
