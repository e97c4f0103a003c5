import { sentence, type ErrorText, type Reader } from './audience';

/** The parts of an error text that depend on what was asked for. */
export type SubjectWords = {
	/** What the service could not do, after "couldn't". */
	task: string;
	/** What the response lacks, after "doesn't contain a". */
	content: string;
	/** What a request that failed midway has done. */
	outcome: string;
	notPermitted: (reader: Reader) => ErrorText;
	notFound: (reader: Reader, id: string | undefined) => ErrorText;
	badRequest: (reader: Reader) => ErrorText;
};

const READING = { outcome: 'No partial results were returned.', badRequest: parametersRefused };

export const SUBJECT_WORDS = {
	forms: {
		...READING,
		task: 'list the forms',
		content: 'list of forms',
		notPermitted: (reader) => mayNotRead(reader, 'forms'),
		notFound: notThisApi,
	},
	submissions: {
		...READING,
		task: 'list the submissions',
		content: 'list of submissions',
		notPermitted: (reader) => mayNotRead(reader, 'submissions'),
		notFound: (reader, formId) => (formId === undefined ? notThisApi(reader) : noSuchForm(reader)),
	},
	submission: {
		...READING,
		task: 'return the submission',
		content: 'submission',
		notPermitted: (reader) => mayNotRead(reader, 'submissions'),
		notFound: (_reader, id) => ({
			message: `There is no submission with the ID "${id}" in this workspace.`,
			description:
				'Check the ID: it looks like sub_… and is returned by Get Many. A deleted submission can no longer be fetched.',
		}),
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
		notFound: noSuchForm,
		badRequest: () => ({
			message: "The service didn't accept the address of this workflow.",
			description:
				'It must be an address that the service can reach from the internet. Ask the person who installed n8n to check the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n), or use the Form Submissions Polling Trigger, which needs no public address.',
		}),
	},
} satisfies Record<string, SubjectWords>;

/** What a request is about. It affects only the wording of errors. */
export type Subject = keyof typeof SUBJECT_WORDS;

/** The text for a base URL that leads to something other than this API. */
export function notThisApi({ credential }: Reader): ErrorText {
	return {
		message: "The response isn't from this API.",
		description: `Check the base URL in ${credential}: it must be the address of the service's API, not of its dashboard.`,
	};
}

function mayNotRead({ openCredential }: Reader, what: string): ErrorText {
	const enter = sentence(`${openCredential}enter a key with the permission`);
	return {
		message: `The API key doesn't have permission to read ${what}.`,
		description: `${enter} ${what}:read; keys are created in the service's dashboard under Settings > API keys. If the key has it, check that the workspace's plan includes the API (Pro and Agency plans).`,
	};
}

function noSuchForm({ chooseForm }: Reader): ErrorText {
	return {
		message: 'There is no such form in this workspace.',
		description: `${chooseForm} It may have been deleted, or the API key belongs to another workspace.`,
	};
}

function parametersRefused({ checkParameters }: Reader): ErrorText {
	return {
		message: "The service didn't accept the request.",
		description: checkParameters,
	};
}
