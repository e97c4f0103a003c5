import { foldCase } from '../general/foldCase';
import { isRecord } from '../general/records';
import type { Submission, SubmissionPage } from './types';

/** The name of a form field, and the value that it must have. */
export type FieldMatch = { name: string; value: string };

/**
 * Filters a walk: returns the submissions in which that form field has that value. The service can't
 * do this (specification, section 4), so the walk reads every page.
 */
export async function* matchingField(
	pages: AsyncGenerator<SubmissionPage>,
	match: FieldMatch | undefined,
): AsyncGenerator<SubmissionPage> {
	if (!match) return yield* pages;
	const isWanted = matcherFor(match);
	for await (const page of pages) {
		yield { ...page, submissions: page.submissions.filter(isWanted) };
	}
}

/**
 * Returns a function that tells whether a submission has the value in that field: as text, without
 * surrounding spaces, in any case. A list has it if one of its entries does.
 */
export function matcherFor({ name, value }: FieldMatch): (submission: Submission) => boolean {
	const wanted = foldCase(value);
	const isWanted = (entry: unknown) => isPlain(entry) && foldCase(String(entry)) === wanted;
	return ({ data }) =>
		isRecord(data) && Object.hasOwn(data, name) && [data[name]].flat().some(isWanted);
}

function isPlain(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
