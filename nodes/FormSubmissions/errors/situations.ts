import type { Failure } from 'n8n-workflow';

import { READERS, sentence, type Audience, type ErrorText, type Reader } from './audience';
import { notThisApi, SUBJECT_WORDS, type Subject, type SubjectWords } from './subjects';

/** What a request that failed was about, and what came back. */
type ProblemDetails = {
	subject: Subject;
	/** HTTP status, if there was a response. */
	status?: number;
	/** The service's own words (section 7 leaves their format open). */
	serviceMessage?: string;
	/** The ID asked for, the name of a form, or the IDs of all forms that have it. */
	id?: string;
	/** Where a redirect led. */
	location?: string;
	/** The base URL that the request was made to. */
	baseUrl?: string;
	/** How many times the request was made; 1 by default. */
	attempts?: number;
	/** How long to wait before the next request (milliseconds), if that is known. */
	retryAfterMs?: number;
};

/** What the words of a situation can mention. */
type Told = ProblemDetails & Reader & SubjectWords;

type Words = string | ((told: Told) => string);

type SituationWords = {
	/** What n8n is told, if anything, which decides how long it waits before it polls again. */
	cause?: Failure['cause'];
	/** What happened. */
	message: Words;
	/** What to do next. */
	advice: Words;
};

const CONTACT_SUPPORT = "contact the service's support";

/** Every way in which a request can fail. */
export const SITUATIONS = {
	keyRefused: {
		cause: 'credential-invalid',
		message: 'The service rejected the API key.',
		advice: ({ openCredential }) =>
			`${sentence(`${openCredential}enter a valid key`)}. Keys are created in the service's dashboard under Settings > API keys.`,
	},
	paymentRequired: {
		cause: 'configuration-invalid',
		message: "The workspace's plan doesn't include the API.",
		advice:
			"The API is part of the Pro and Agency plans. Change the plan in the service's dashboard.",
	},
	notPermitted: ofSubject((told) => told.notPermitted(told)),
	blockedOnTheWay: {
		cause: 'temporarily-unavailable',
		message: ({ status }) =>
			`The request was blocked on its way to the service (status ${status}).`,
		advice:
			"A web page came back instead of the API's response, probably from a firewall; the API key may be fine. Ask the person who runs n8n, or the service's support, to let requests from this n8n instance through.",
	},
	notFound: ofSubject((told) => told.notFound(told, told.id)),
	notAnId: {
		cause: 'configuration-invalid',
		message: ({ id }) => `The value "${id}" is not an ID.`,
		advice: ({ chooseId }) => chooseId,
	},
	badRequest: ofSubject((told) => told.badRequest(told)),
	rateLimited: {
		cause: 'rate-limited',
		message: 'The API key has reached its rate limit.',
		advice: ({ again }) =>
			`Wait a minute, then ${again}. If this happens often because other programs use the same key, give n8n a key of its own.`,
	},
	// How many requests the service allows is known only from the response to an earlier one.
	noTurn: {
		cause: 'temporarily-unavailable',
		message: 'Another request with this API key has had no response yet.',
		advice: ({ again }) =>
			`This one had to wait for it and was not sent. ${sentence(again)} in a minute. If it keeps happening, the service is slow: ${CONTACT_SUPPORT}.`,
	},
	serviceDown: {
		cause: 'temporarily-unavailable',
		message: ({ status }) => `The service is unavailable (status ${status}).`,
		// With a typo in the base URL, the status comes from another server.
		advice: (told) => `${tried(told)}${sentence(`${told.ifUrlIsRight}${told.again} later.`)}`,
	},
	redirected: {
		cause: 'configuration-invalid',
		message: ({ location }) =>
			`The service redirected the request to another address (${location ?? 'not named'}).`,
		advice: ({ credential }) =>
			`The redirect was not followed, to keep the API key safe. If you trust that address, enter it as the base URL in ${credential}.`,
	},
	// A maintenance page looks like this too, unless the status is 404.
	notThisApi: {
		cause: 'temporarily-unavailable',
		message: (told) => notThisApi(told).message,
		advice: (told) => `${tried(told)}${notThisApi(told).description}`,
	},
	noConnection: {
		cause: 'temporarily-unavailable',
		message: 'The service could not be reached.',
		advice: (told) =>
			`${tried(told)}Check the base URL in ${told.credential}, and whether this n8n instance can connect to it. If both are right, ${told.again} later.`,
	},
	// A name server that fails for a while is more likely than a typo in an address that has worked.
	hostNotFound: {
		cause: 'temporarily-unavailable',
		message: 'No server was found for the host in the base URL.',
		advice: (told) => `${tried(told)}Check the base URL in ${told.credential} for a typo.`,
	},
	noResponseInTime: {
		cause: 'temporarily-unavailable',
		message: "The service didn't respond in time.",
		advice: (told) => `${tried(told)}${told.outcome} ${sentence(told.again)} later.`,
	},
	blockedByN8n: {
		cause: 'configuration-invalid',
		message: "This n8n instance doesn't allow requests to that address.",
		advice:
			"Ask the person who runs n8n to allow the host of the base URL: n8n's protection against requests to internal addresses is on.",
	},
	certificate: {
		cause: 'temporarily-unavailable',
		message: "The service's certificate isn't valid, so the API key was not sent.",
		advice: ({ credential }) =>
			`Check the base URL in ${credential}. If it is right, tell the person who runs the service.`,
	},
	bodyCutShort: {
		cause: 'temporarily-unavailable',
		message: 'The connection was lost before the full response arrived.',
		advice: (told) => `${tried(told)}${ifItContinues(told)}`,
	},
	notOk: {
		cause: 'temporarily-unavailable',
		message: ({ task }) => `The service responded that it couldn't ${task}.`,
		advice: ({ again }) => `${sentence(again)} later. If it keeps happening, ${CONTACT_SUPPORT}.`,
	},
	noData: malformed(({ content }) => `The response doesn't contain a ${content}.`),
	otherSubmission: malformed(
		({ id }) => `The service returned a different submission instead of "${id}".`,
	),
	orderedDifferently: {
		message: "The service's list isn't ordered newest first, so some submissions may be missing.",
		advice: `The filter 'Received After' and polling rely on that order. To get all submissions, use Get Many without 'Received After', and ${CONTACT_SUPPORT}.`,
	},
	noPagination: malformed("The response doesn't say whether there are more submissions."),
	noCursor: malformed('The service reported more submissions but not where they continue.'),
	repeatedCursor: malformed('The service keeps sending the same page of submissions.'),
	cursorsExpire: {
		message: "The service's cursors expire before the next poll can use them.",
		advice:
			"So each poll has to read the backlog from its beginning, and this one got no further than the last. Set 'Poll Times' to every minute until the trigger has caught up.",
	},
	endlessPages: malformed('The service keeps sending empty pages.'),
	noFormNamed: {
		cause: 'configuration-invalid',
		message: ({ id }) => `No form in this workspace has the name or ID "${id}".`,
		advice: ({ chooseForm }) =>
			`${chooseForm} It may have been renamed or deleted, or the API key belongs to another workspace.`,
	},
	severalFormsNamed: {
		cause: 'configuration-invalid',
		message: ({ id }) => `Several forms in this workspace have that name: ${id}.`,
		advice: 'Use the ID of the one you mean.',
	},
	unexpectedStatus: {
		message: ({ status }) => `The service responded with an unexpected status (${status}).`,
		advice: (told) =>
			`${tried(told)}Check the base URL in ${told.credential}. If it is right, ${CONTACT_SUPPORT}.`,
	},
} satisfies Record<string, SituationWords>;

export type Situation = keyof typeof SITUATIONS;

export type Problem = ProblemDetails & { situation: Situation };

function ofSubject(text: (told: Told) => ErrorText): SituationWords {
	return {
		cause: 'configuration-invalid',
		message: (told) => text(told).message,
		advice: (told) => text(told).description,
	};
}

function malformed(message: Words): SituationWords {
	return { message, advice: ifItContinues };
}

/** Names the base URL, so that a typo can be seen, and how many attempts there were. */
function tried({ attempts = 1, baseUrl }: Told): string {
	const times = attempts > 1 ? ` ${attempts} times` : '';
	const where = baseUrl === undefined ? '' : ` to ${baseUrl}`;
	return times || where ? `The request was made${times}${where}. ` : '';
}

function ifItContinues({ outcome, again, credential }: Told): string {
	return `${outcome} ${sentence(again)}. If it keeps happening, check the base URL in ${credential} or ${CONTACT_SUPPORT}.`;
}

/** The text of a problem. It redacts nothing, and doesn't quote the service. */
export function textOf(problem: Problem, audience: Audience): ErrorText {
	const { message, advice }: SituationWords = SITUATIONS[problem.situation];
	const told = { ...problem, ...READERS[audience], ...SUBJECT_WORDS[problem.subject] };
	const say = (words: Words) => (typeof words === 'string' ? words : words(told));
	return { message: say(message), description: say(advice) };
}

/** The `failure` of an error, from which n8n decides how long to wait before it polls again. */
export function failureOf({ situation, status, retryAfterMs }: Problem): Failure | undefined {
	const words: SituationWords = SITUATIONS[situation];
	const cause = status === 404 ? 'configuration-invalid' : words.cause;
	if (cause === undefined) return undefined;
	if (cause !== 'rate-limited' || retryAfterMs === undefined) return { cause };
	return { cause, retryAfterMs: Math.ceil(retryAfterMs) };
}
