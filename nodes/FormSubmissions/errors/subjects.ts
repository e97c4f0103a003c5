import { READERS, sentence } from './audience';
import type { Audience, ErrorText, Subject } from './problem';

/** The parts of an error text that depend on what was asked for. */
type SubjectWords = {
	/** What the service could not do, after "couldn't". */
	task: string;
	/** What the response lacks, after "doesn't contain a". */
	content: string;
	/** What a request that failed midway has done. */
	outcome: string;
	notPermitted: (audience: Audience) => ErrorText;
	notFound: (audience: Audience, id: string | undefined) => ErrorText;
	badRequest: (audience: Audience) => ErrorText;
};

const NOTHING_INCOMPLETE = 'No partial results were returned.';

export const SUBJECT_WORDS: Record<Subject, SubjectWords> = {
	forms: {
		task: 'list the forms',
		content: 'list of forms',
		outcome: NOTHING_INCOMPLETE,
		notPermitted: (audience) => mayNotRead(audience, 'forms', 'forms:read'),
		notFound: notThisApi,
		badRequest: parametersRefused,
	},
	submissions: {
		task: 'list the submissions',
		content: 'list of submissions',
		outcome: NOTHING_INCOMPLETE,
		notPermitted: (audience) => mayNotRead(audience, 'submissions', 'submissions:read'),
		notFound: (audience, formId) =>
			formId === undefined ? notThisApi(audience) : noSuchForm(audience),
		badRequest: parametersRefused,
	},
	submission: {
		task: 'return the submission',
		content: 'submission',
		outcome: NOTHING_INCOMPLETE,
		notPermitted: (audience) => mayNotRead(audience, 'submissions', 'submissions:read'),
		notFound: (_audience, id) => ({
			message: `There is no submission with the ID "${id}" in this workspace.`,
			description:
				'Check the ID: it looks like sub_… and is returned by Get Many. A deleted submission can no longer be fetched.',
		}),
		badRequest: parametersRefused,
	},
	destination: {
		task: 'create the destination',
		content: 'destination',
		outcome:
			"The destination may or may not have been created. Once publishing succeeds, look in the service's dashboard: if the form has two destinations with this workflow's address, delete one of them. With two, each submission may run the workflow twice if n8n runs several webhook processes.",
		notPermitted: () => ({
			message: "The API key doesn't have permission to create destinations.",
			description:
				"Enter a key with write permission in the credential of this node. If you can't get one, set 'Registration' to Manual and follow the steps shown below it, or use the Form Submissions Polling Trigger, which only needs read permission.",
		}),
		notFound: (audience) => noSuchForm(audience),
		badRequest: () => ({
			message: "The service didn't accept the address of this workflow.",
			description:
				'It must be an address that the service can reach from the internet. Ask the person who installed n8n to check the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n), or use the Form Submissions Polling Trigger, which needs no public address.',
		}),
	},
};

/** The text for a base URL that leads to something other than this API. */
export function notThisApi(audience: Audience): ErrorText {
	const { credential } = READERS[audience];
	return {
		message: "The response isn't from this API.",
		description: `Check the base URL in ${credential}: it must be the address of the service's API, not of its dashboard.`,
	};
}

function mayNotRead(audience: Audience, what: string, scope: string): ErrorText {
	const enter = sentence(`${READERS[audience].openCredential}enter a key with the permission`);
	return {
		message: `The API key doesn't have permission to read ${what}.`,
		description: `${enter} ${scope}; keys are created in the service's dashboard under Settings > API keys. If the key has it, check that the workspace's plan includes the API (Pro and Agency plans).`,
	};
}

function noSuchForm(audience: Audience): ErrorText {
	return {
		message: 'There is no such form in this workspace.',
		description: `${READERS[audience].chooseForm} It may have been deleted, or the API key belongs to another workspace.`,
	};
}

function parametersRefused(audience: Audience): ErrorText {
	return {
		message: "The service didn't accept the request.",
		description: READERS[audience].checkParameters,
	};
}
