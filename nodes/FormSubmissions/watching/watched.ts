import type { INode } from 'n8n-workflow';

import type { FormChoice } from '../api/chosenForm';
import { CREDENTIAL_TYPE } from '../api/credential';
import type { SubmissionFilter } from '../api/types';
import type { FieldMatch } from '../rows/fieldMatch';
import type { RowOptions } from '../rows/submissionRow';

/** What a trigger that reads the list is set to. */
export type Watched = {
	form: FormChoice;
	filter: Omit<SubmissionFilter, 'formId'>;
	/** What form fields must have; the list has the others, too. */
	matches: FieldMatch[];
	rows: RowOptions;
	/** The time from which submissions are new at first (Unix milliseconds); if missing, that of the start. */
	startFromMs?: number;
	/** How late a submission may become visible (milliseconds). */
	latenessMs?: number;
};

/**
 * What a checkpoint belongs to. Not the base URL: it changes without the workflow being published, and the
 * submissions behind another one of the same workspace are the same.
 */
export function targetKey({ credentials }: INode, watched: Watched): string {
	const { form, filter } = watched;
	const { includeTest = false } = filter;
	const credentialId = credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return JSON.stringify([form.id ?? '', statusesOf(filter), includeTest, credentialId]);
}

/** The service excludes quarantined submissions and spam by default: no choice means New alone. */
export function statusesOf({ statuses = [] }: Pick<SubmissionFilter, 'statuses'>): string[] {
	return [...new Set<string>(statuses.length === 0 ? ['new'] : statuses)].sort();
}
