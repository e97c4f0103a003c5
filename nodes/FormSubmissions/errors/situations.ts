import type { Failure } from 'n8n-workflow';

import { READERS, sentence } from './audience';
import type { Audience, ErrorText, Problem, Situation } from './problem';
import { notThisApi, SUBJECT_WORDS } from './subjects';

type Told = Problem & { audience: Audience };

type SituationWords = {
	/** What n8n is told, which decides how long it waits before it polls again; null: nothing. */
	cause: Failure['cause'] | null;
	text: (told: Told) => ErrorText;
};

const CONTACT_SUPPORT = "contact the service's support";

const SITUATIONS: Record<Situation, SituationWords> = {
	keyRefused: {
		cause: 'credential-invalid',
		text: ({ audience }) => ({
			message: 'The service rejected the API key.',
			description: `${sentence(`${READERS[audience].openCredential}enter a valid key`)}. Keys are created in the service's dashboard under Settings > API keys.`,
		}),
	},
	paymentRequired: {
		cause: 'configuration-invalid',
		text: () => ({
			message: "The workspace's plan doesn't include the API.",
			description:
				"The API is part of the Pro and Agency plans. Change the plan in the service's dashboard.",
		}),
	},
	notPermitted: {
		cause: 'configuration-invalid',
		text: ({ subject, audience }) => SUBJECT_WORDS[subject].notPermitted(audience),
	},
	blockedOnTheWay: {
		cause: 'temporarily-unavailable',
		text: ({ status }) => ({
			message: `The request was blocked on its way to the service (status ${status}).`,
			description:
				"A web page came back instead of the API's response, as firewalls send it; the API key may well be right. Ask the person who runs n8n, or the service's support, to let the requests of this n8n instance through.",
		}),
	},
	notFound: {
		cause: 'configuration-invalid',
		text: ({ subject, audience, id }) => SUBJECT_WORDS[subject].notFound(audience, id),
	},
	notAnId: {
		cause: 'configuration-invalid',
		text: ({ audience, id }) => ({
			message: `The value "${id}" is not an ID.`,
			description: READERS[audience].chooseId,
		}),
	},
	badRequest: {
		cause: 'configuration-invalid',
		text: ({ subject, audience }) => SUBJECT_WORDS[subject].badRequest(audience),
	},
	rateLimited: {
		cause: 'rate-limited',
		text: ({ audience }) => ({
			message: 'The API key has reached its rate limit.',
			description: `Wait a minute, then ${READERS[audience].again}. If this happens often because other programs use the same key, give this workflow a key of its own.`,
		}),
	},
	serviceDown: {
		cause: 'temporarily-unavailable',
		text: (told) => ({
			message: `The service is unavailable (status ${told.status}).`,
			description: `${tried(told)}Your workflow is fine: ${again(told)} later.`,
		}),
	},
	redirected: {
		cause: 'configuration-invalid',
		text: ({ audience, location }) => ({
			message: `The service redirected the request to another address${location === undefined ? '' : ` (${location})`}.`,
			description: `The redirect was not followed, to keep the API key safe. If you trust that address, enter it as the base URL in ${READERS[audience].credential}.`,
		}),
	},
	notThisApi: {
		// A maintenance page looks like this too, unless the status is 404.
		cause: 'temporarily-unavailable',
		text: ({ audience }) => notThisApi(audience),
	},
	noConnection: {
		cause: 'temporarily-unavailable',
		text: (told) => ({
			message: 'The service could not be reached.',
			description: `${tried(told)}Check the base URL in ${READERS[told.audience].credential}, and whether this n8n instance can connect to it. If both are right, ${again(told)} later.`,
		}),
	},
	hostNotFound: {
		// A name server that fails for a while is more likely than a typo in an address that has worked.
		cause: 'temporarily-unavailable',
		text: ({ audience }) => ({
			message: 'No server was found for the host in the base URL.',
			description: `Check the base URL in ${READERS[audience].credential} for a typo.`,
		}),
	},
	noResponseInTime: {
		cause: 'temporarily-unavailable',
		text: (told) => ({
			message: "The service didn't respond in time.",
			description: `${tried(told)}${outcome(told)} ${sentence(again(told))} later.`,
		}),
	},
	blockedByN8n: {
		cause: 'configuration-invalid',
		text: () => ({
			message: "This n8n instance doesn't allow requests to that address.",
			description:
				"Ask the person who runs n8n to allow the host of the base URL: n8n's protection against requests to internal addresses is on.",
		}),
	},
	certificate: {
		cause: 'temporarily-unavailable',
		text: ({ audience }) => ({
			message: "The service's certificate isn't valid, so the API key was not sent.",
			description: `Check the base URL in ${READERS[audience].credential}. If it is right, tell the person who runs the service.`,
		}),
	},
	bodyCutShort: {
		cause: 'temporarily-unavailable',
		text: (told) => ({
			message: 'The connection was lost before the full response arrived.',
			description: `${tried(told)}${outcome(told)} ${ifItContinues(told)}`,
		}),
	},
	notOk: {
		cause: 'temporarily-unavailable',
		text: (told) => ({
			message: `The service responded that it couldn't ${SUBJECT_WORDS[told.subject].task}.`,
			description: `${sentence(again(told))} later. If it keeps happening, ${CONTACT_SUPPORT}.`,
		}),
	},
	noData: {
		cause: null,
		text: (told) => ({
			message: `The response doesn't contain a ${SUBJECT_WORDS[told.subject].content}.`,
			description: `${outcome(told)} ${ifItContinues(told)}`,
		}),
	},
	noPagination: listProblem("The response doesn't say whether there are more submissions."),
	noCursor: listProblem('The service reported more submissions but not where they continue.'),
	repeatedCursor: listProblem('The service keeps sending the same page of submissions.'),
	cursorsExpire: {
		cause: null,
		text: () => ({
			message: "The service's cursors expire before the next poll can use them.",
			description:
				"A backlog of submissions is therefore read from its beginning each time, and this poll did not get past where the last one stopped. Set 'Poll Times' to every minute until the backlog has come in.",
		}),
	},
	endlessPages: listProblem('The service keeps sending empty pages.'),
	noFormNamed: {
		cause: 'configuration-invalid',
		text: ({ audience, name }) => ({
			message: `No form in this workspace has the name or ID "${name}".`,
			description: `${READERS[audience].chooseForm} It may have been renamed or deleted, or the API key belongs to another workspace.`,
		}),
	},
	severalFormsNamed: {
		cause: 'configuration-invalid',
		text: ({ ids = [] }) => ({
			message: `Several forms in this workspace have that name: ${ids.join(', ')}.`,
			description: 'Use the ID of the one you mean.',
		}),
	},
	unexpectedStatus: {
		cause: null,
		text: ({ audience, status }) => ({
			message: `The service responded with an unexpected status (${status}).`,
			description: `Check the base URL in ${READERS[audience].credential}. If it is right, ${CONTACT_SUPPORT}.`,
		}),
	},
};

function listProblem(message: string): SituationWords {
	return {
		cause: null,
		text: (told) => ({ message, description: `${outcome(told)} ${ifItContinues(told)}` }),
	};
}

function again({ audience }: Told): string {
	return READERS[audience].again;
}

function outcome({ subject }: Told): string {
	return SUBJECT_WORDS[subject].outcome;
}

/** Mentions the number of attempts only if there was more than one. */
function tried({ attempts = 1 }: Told): string {
	return attempts > 1 ? `The request was made ${attempts} times. ` : '';
}

function ifItContinues(told: Told): string {
	return `${sentence(again(told))}. If it keeps happening, check the base URL in ${READERS[told.audience].credential} or ${CONTACT_SUPPORT}.`;
}

/** The text of a problem. It redacts nothing, and doesn't quote the service. */
export function textOf(problem: Problem, audience: Audience): ErrorText {
	return SITUATIONS[problem.situation].text({ ...problem, audience });
}

/** The `failure` of an error, from which n8n decides how long to wait before it polls again. */
export function failureOf({ situation, status, retryAfterMs }: Problem): Failure | undefined {
	const cause = status === 404 ? 'configuration-invalid' : SITUATIONS[situation].cause;
	if (cause === null) return undefined;
	if (cause !== 'rate-limited' || retryAfterMs === undefined) return { cause };
	return { cause, retryAfterMs: Math.ceil(retryAfterMs) };
}
