import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../api/connection';
import { listForms } from '../api/forms';
import { MAX_PAGE_SIZE } from '../api/limits';
import { listPage } from '../api/submissions';
import { EDITING } from '../api/timeLimits';
import type { Submission } from '../api/types';
import { inputError } from '../errors/nodeErrors';
import { isRecord } from '../general/records';
import { foldText } from '../general/typedText';
import { ALL_FORMS, labelForms } from '../parameters/form';
import { localTimeIn } from '../rows/localTime';
import { listEntry } from './safeEntry';

/** With an entry for all forms. */
export async function searchForms(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const forms = await listForms(await connect(this, EDITING));
	if (forms.length === 0) {
		throw inputError(
			this.getNode(),
			'There are no forms in this workspace yet. Create one in the service, then open this list again.',
		);
	}
	const found = labelForms(forms).filter(({ id, label }) => isFound(filter, label, id));
	const results = found.map(({ id, label }) => listEntry(label, id));
	return { results: isFound(filter, ALL_FORMS.name) ? [ALL_FORMS, ...results] : results };
}

/** Scrolling down loads older ones. */
export async function searchSubmissions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = await listPage(
		await connect(this, EDITING),
		{},
		{ limit: MAX_PAGE_SIZE, cursor: paginationToken },
	);
	const local = localTimeIn(this.getTimezone(), 'minute');
	const labeled = page.submissions.map(
		(submission) => [submissionLabel(submission, local), submission.id] as const,
	);
	return {
		results: labeled
			.filter((texts) => isFound(filter, ...texts))
			.map(([label, id]) => listEntry(label, id)),
		paginationToken: page.nextCursor ?? undefined,
	};
}

function isFound(filter: string | undefined, ...texts: string[]): boolean {
	const wanted = foldText(filter ?? '');
	return texts.some((text) => foldText(text).includes(wanted));
}

const MAX_LABEL = 60;

/** The time, to the minute if it can be read, and the first text. */
function submissionLabel(
	{ id, createdAt, data }: Submission,
	local: (time: unknown) => string | undefined,
): string {
	const time = local(createdAt) ?? createdAt;
	const entered = isRecord(data) ? Object.values(data).find(isText)?.trim() : undefined;
	const label = [time, entered ?? id].filter(isText).join(' · ');
	// Cut between characters, never within one.
	return [...label].slice(0, MAX_LABEL).join('');
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}
