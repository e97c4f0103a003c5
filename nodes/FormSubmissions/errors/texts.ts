import { PHRASES, sentence } from './phrases';
import type { Audience, ErrorText, Problem, Situation } from './problem';
import { notThisApi, SUBJECT_WORDS } from './subjects';

type Told = Problem & { audience: Audience };

const CONTACT_SUPPORT = "contact the service's support";

/** The error text for each situation. */
const TEXTS: Record<Situation, (told: Told) => ErrorText> = {
	keyRefused: ({ audience }) => ({
		message: "The service didn't accept the API key.",
		description: `${sentence(`${PHRASES[audience].openCredential}enter a key that is still valid`)}. Keys are created in the service's dashboard under Settings > API keys.`,
	}),
	paymentRequired: () => ({
		message: "The workspace's plan doesn't include the API.",
		description:
			"The API is part of the Pro and Agency plans. Change the plan in the service's dashboard.",
	}),
	notPermitted: ({ subject, audience }) => SUBJECT_WORDS[subject].notPermitted(audience),
	notFound: ({ subject, audience, detail }) => SUBJECT_WORDS[subject].notFound(audience, detail),
	badRequest: ({ subject, audience }) => SUBJECT_WORDS[subject].badRequest(audience),
	rateLimited: ({ audience }) => ({
		message: 'The API key has reached its rate limit.',
		description: `Wait a minute, then ${PHRASES[audience].again}. If this happens often because other programs use the same key, give this workflow a key of its own.`,
	}),
	serviceDown: (told) => ({
		message: `The service is unavailable (status ${told.status}).`,
		description: `${tried(told)}Nothing is wrong in your workflow: ${again(told)} later.`,
	}),
	redirected: ({ audience, detail }) => ({
		message: `The service redirected the request to another address${detail === undefined ? '' : ` (${detail})`}.`,
		description: `The redirect was not followed, to keep the API key safe. If you trust that address, enter it as the base URL in ${PHRASES[audience].credential}.`,
	}),
	notThisApi: ({ audience }) => notThisApi(audience),
	noConnection: (told) => ({
		message: 'The service could not be reached.',
		description: `${tried(told)}Check the base URL in ${PHRASES[told.audience].credential}, and whether this n8n can connect to it. If both are right, ${again(told)} later.`,
	}),
	hostNotFound: ({ audience }) => ({
		message: 'There is no server with the name in the base URL.',
		description: `Check the base URL in ${PHRASES[audience].credential} for a typo.`,
	}),
	noResponseInTime: (told) => ({
		message: "The service didn't respond in time.",
		description: `${tried(told)}${outcome(told)} ${sentence(again(told))} later.`,
	}),
	blockedByN8n: () => ({
		message: "This n8n doesn't allow requests to that address.",
		description:
			'Its protection against requests to internal addresses is on. Ask the person who runs n8n to allow the host of the base URL.',
	}),
	certificate: ({ audience }) => ({
		message: "The service's certificate isn't valid, so the API key was not sent.",
		description: `Check the base URL in ${PHRASES[audience].credential}. If it is right, tell the person who runs the service.`,
	}),
	bodyCutShort: (told) => ({
		message: 'The connection broke off before the complete response had arrived.',
		description: `${tried(told)}${outcome(told)} ${ifItPersists(told)}`,
	}),
	notOk: (told) => ({
		message: `The service responded that it couldn't ${SUBJECT_WORDS[told.subject].task}.`,
		description: `${sentence(again(told))} later. If the problem persists, ${CONTACT_SUPPORT}.`,
	}),
	noData: (told) => ({
		message: `The response doesn't contain a ${SUBJECT_WORDS[told.subject].content}.`,
		description: `${outcome(told)} ${ifItPersists(told)}`,
	}),
	noPagination: (told) => ({
		message: "The response doesn't say whether there are more submissions.",
		description: `${outcome(told)} ${ifItPersists(told)}`,
	}),
	noCursor: (told) => ({
		message: 'The service says there are more submissions, but not where they continue.',
		description: `${outcome(told)} ${ifItPersists(told)}`,
	}),
	repeatedCursor: (told) => ({
		message: 'The service keeps sending the same page of submissions.',
		description: `${outcome(told)} ${ifItPersists(told)}`,
	}),
	cursorsExpire: () => ({
		message: "The service's cursors expire before the next poll can use them.",
		description:
			"A backlog of submissions is therefore read from its beginning each time, and this poll did not get past where the last one stopped. Set 'Poll Times' to every minute until the backlog has come in.",
	}),
	endlessPages: (told) => ({
		message: 'The service keeps sending empty pages.',
		description: `${outcome(told)} ${ifItPersists(told)}`,
	}),
	noFormNamed: ({ audience, detail }) => ({
		message: `No form in this workspace has the name or ID "${detail}".`,
		description: `${PHRASES[audience].chooseForm} It may have been renamed or deleted, or the API key belongs to another workspace.`,
	}),
	severalFormsNamed: ({ detail }) => ({
		message: `Several forms in this workspace have that name: ${detail}.`,
		description: 'Use the ID of the one you mean.',
	}),
	unexpectedStatus: ({ audience, status }) => ({
		message: `The service responded with an unexpected status (${status}).`,
		description: `Check the base URL in ${PHRASES[audience].credential}. If it is right, ${CONTACT_SUPPORT}.`,
	}),
};

const again = ({ audience }: Told) => PHRASES[audience].again;

const outcome = ({ subject }: Told) => SUBJECT_WORDS[subject].outcome;

/** Mentions the number of attempts only if there was more than one. */
const tried = ({ attempts = 1 }: Told) =>
	attempts > 1 ? `The request was made ${attempts} times. ` : '';

const ifItPersists = (told: Told) =>
	`${sentence(again(told))}. If the problem persists, check the base URL in ${PHRASES[told.audience].credential} or ${CONTACT_SUPPORT}.`;

/** The text of a problem. It redacts nothing, and doesn't quote the service. */
export function textOf(problem: Problem, audience: Audience): ErrorText {
	return TEXTS[problem.situation]({ ...problem, audience });
}

/** The text for a value that can't be used as an ID in a path. */
export function notAnId(id: string, audience: Audience): ErrorText {
	return { message: `"${id}" is not an ID.`, description: PHRASES[audience].chooseId };
}

/** What the credential test says in a situation, all in one text, as n8n shows it. */
export function credentialTestText(situation: Situation, status?: number): string {
	const { message, description } = textOf({ situation, subject: 'forms', status }, 'credential');
	return `${message} ${description}`;
}
