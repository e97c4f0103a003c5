import type { IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/connection';
import type { SubmissionFilter } from '../api/types';
import { readSubmissionFilter } from '../parameters/filters';
import { readForm } from '../parameters/form';
import { triggerParameters } from '../parameters/reader';
import { firstVersionQuestion } from './firstVersion';

/** What a polling trigger asks the service for. */
export type Question = {
	filter: SubmissionFilter;
	/** Identifies the question: its form, filters, base URL, and credential. */
	name: string;
};

export function readQuestion(context: IPollFunctions, baseUrl: string): Question {
	const parameters = triggerParameters(context);
	const filter = readSubmissionFilter(parameters, readForm(parameters).id);
	const credentialId = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return { filter, name: JSON.stringify([...filterParts(filter), baseUrl, credentialId]) };
}

/** Whether a state stored by a version up to 0.1.0, which named no workspace, belongs to it. */
export function isFirstVersionAnswer(stored: unknown, { filter }: Question): boolean {
	const asked = firstVersionQuestion(stored);
	if (typeof asked !== 'string') return false;
	const [formId, ...rest] = filterParts(filter);
	// Those versions stored a choice of New alone as such.
	const spellings = [rest, [statusNames(filter, ['new']), rest[1]]];
	return spellings.some((parts) => asked === JSON.stringify([formId, ...parts]));
}

function filterParts({ formId, statuses, includeTest }: SubmissionFilter) {
	return [formId ?? '', statusNames({ statuses }, []), includeTest === true];
}

/** The service excludes quarantined submissions and spam by default: no choice means New alone. */
function statusNames({ statuses = [] }: SubmissionFilter, ofNewAlone: string[]): string[] {
	const chosen = [...new Set(statuses)].sort();
	const isNewAlone = chosen.length === 0 || (chosen.length === 1 && chosen[0] === 'new');
	return isNewAlone ? ofNewAlone : chosen;
}
