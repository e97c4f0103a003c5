export type Values = {
	/** HTTP status, if there was a response. */
	status?: number;
	/** The ID or name asked for, or the IDs of all forms that have that name. */
	id?: string;
	/** What the form asked for was called when it was chosen from the list. */
	name?: string;
	/** The names of the forms that there are, each in quotes. */
	forms?: string;
	/** The base URL, so that a typo shows. */
	baseUrl?: string;
	location?: string;
	retryAfterMs?: number;
	/** Whether a trigger met it that tries again by itself. */
	goesOn?: boolean;
	/** Whether a language model reads it, which can't choose from a list. */
	isForModel?: boolean;
};

/** One way to fail: a sentence on what happened, and what a person or a model can do next. */
type Text = readonly [message: Sentence, advice: Sentence];

type Sentence = string | ((values: Values) => string);

const ENTER_ADDRESS =
	"In the credential, enter the part before /v1/forms in the service's API documentation, e.g. https://api.example.com.";

const baseUrlIn = ({ baseUrl }: Values) =>
	`the base URL in the credential${baseUrl === undefined ? '' : ` (${baseUrl})`}`;

const inSeconds = (milliseconds = 60_000) => {
	const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** A trigger that goes on needs no one to try again. */
const again = ({ goesOn }: Values, advice = 'Try again later. ') => (goesOn ? '' : advice);

/** For who wonders whether anything is lost, or has to be retried. */
const AFTERWARD = 'There is nothing to retry: what came meanwhile runs by itself afterward.';

const KEYS = "Keys are created in the service's dashboard under Settings > API keys.";

const TRY_AGAIN = (values: Values) =>
	`${again(values, 'No partial results were returned. Try again. ')}If it keeps happening, check the base URL in the credential or contact the service's support.`;

const LARGE = "If the submissions are large, use Get Page with a smaller 'Page Size'.";

/** Only a person can change these: an entry of the credential, a value of a parameter, the plan. */
const LASTING = {
	noBaseUrl: ['The base URL is empty.', ENTER_ADDRESS],
	notUrl: ['The base URL is not a valid URL.', ENTER_ADDRESS],
	userInfo: [
		'The base URL contains a username or password.',
		"In the credential, enter it without them. The key belongs in 'API Key' only.",
	],
	query: ['The base URL contains a "?" or "#".', ENTER_ADDRESS],
	unprotected: [
		'The base URL starts with http://, so the API key would be sent unencrypted.',
		'In the credential, enter an address that starts with https://.',
	],
	credentialGone: [
		"This node's credential no longer exists.",
		'Choose another credential in the node. If the node is a trigger, publish the workflow again. Another credential is a new starting point for a trigger: to get what came meanwhile, use Submission > Get Many in the Form Submissions node.',
	],
	credentialUnreadable: [
		"n8n can't decrypt this node's credential.",
		"Open the credential, enter its values again, and save it. If this happens to all credentials, n8n's encryption key has changed: ask the person who installed n8n to restore it (N8N_ENCRYPTION_KEY).",
	],
	noApiKey: ['The API key is empty.', `In the credential, enter a key. ${KEYS}`],
	// What 402 and 403 mean is not documented.
	paymentRequired: [
		"The workspace's plan may not include the API.",
		'The read API is available on the Pro and Agency plans. Check the plan in the service.',
	],
	notPermitted: [
		'The API key may not have permission to read submissions or forms.',
		`In the credential, enter a key with the permissions submissions:read and forms:read. ${KEYS} If the key has them, check the workspace's plan: the read API is available on the Pro and Agency plans.`,
	],
	mayNotCreate: [
		'The API key may not have permission to create destinations.',
		"In the credential, enter a key that also has write permission. If you can't get one, add the option 'Register for Immediate Runs' and leave it off: submissions then run the workflow within a minute.",
	],
	noSuchForm: [
		({ id, name, forms }) => {
			const asked = name === undefined ? `"${id}"` : `"${id}" ("${name}" when it was chosen)`;
			return `No form in this workspace has the name or ID ${asked}.${forms ? ` The forms are: ${forms}.` : ''}`;
		},
		({ isForModel }) =>
			isForModel
				? 'Use the name of one of these forms, or an ID that Form > Get Many returns. For all forms, use All Forms. If it was one of them before, it may have been renamed or deleted.'
				: 'Choose the form from the list again. It may have been renamed or deleted, or the API key may belong to another workspace.',
	],
	severalFormsNamed: [
		({ id }) => `Several forms in this workspace have that name: ${id}.`,
		'Use the ID of the one you mean.',
	],
	noSuchSubmission: [
		({ id }) => `There is no submission with the ID "${id}" in this workspace.`,
		'Check the ID: IDs look like sub_… and are returned by Get Many. The submission may have been deleted, or the API key may belong to another workspace.',
	],
	notAnId: [
		({ id }) => `The value "${id}" is not an ID.`,
		'Use an ID from Submission > Get Many, or choose the submission from the list.',
	],
	// What 400, 409, 410, and 422 mean is not documented.
	badRequest: [
		"The service didn't accept the request.",
		'Check the values of the parameters: IDs are returned by Get Many. If they are right, check the base URL in the credential (http or https, and the port).',
	],
	destinationRefused: [
		"The service didn't accept the destination.",
		"The address of this workflow may be the reason: the service must be able to reach it from the internet. Ask the person who installed n8n to check the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n), or add the option 'Register for Immediate Runs' and leave it off: submissions then run the workflow within a minute.",
	],
	blockedByN8n: [
		"This n8n instance doesn't allow requests to the host of the base URL.",
		"n8n's protection against requests to internal addresses is on: ask the person who installed n8n to allow that host with N8N_SSRF_ALLOWED_HOSTNAMES.",
	],
	tooLarge: ['The response is too large.', `No partial results were returned. ${LARGE}`],
	unexpectedStatus: [
		({ status }) => `The service responded with an unexpected status (${status}).`,
		(values) => `Check ${baseUrlIn(values)}. If it is right, contact the service's support.`,
	],
	destinationGone: [
		"Deliveries of this form's submissions no longer reach n8n, so they run this workflow up to a minute late.",
		"If you deleted the form's destination in the service, add the option 'Register Again' to the trigger (or raise it by one), and publish. If it still exists, open the trigger's Docs and see Troubleshooting.",
	],
	keyRefused: ['The service rejected the API key.', `Enter a valid key in the credential. ${KEYS}`],
} satisfies Record<string, Text>;

const PASSING = {
	rateLimited: [
		'The API key has reached its rate limit.',
		(values) =>
			`${again(values, `Try again in ${inSeconds(values.retryAfterMs)}. `)}If it happens often and other programs use the same key, give n8n a key of its own.`,
	],
	cursorRefused: [
		"The service doesn't accept the cursor, which marks where this page begins.",
		"Start again from the first page: in Get Many, run it again; in Get Page, use no cursor, or the 'nextCursor' of the previous page. Triggers find the place by themselves. If it keeps happening, contact the service's support.",
	],
	serviceDown: [
		({ status }) => `The service is unavailable (status ${status}).`,
		(values) =>
			`${again(values)}If it keeps happening, check ${baseUrlIn(values)}. If n8n connects through a proxy, the status may come from that proxy.`,
	],
	blockedOnTheWay: [
		({ status }) =>
			`The request may have been blocked on its way to the service (status ${status}).`,
		(values) =>
			`The response isn't from this API. It probably came from a firewall, or from a proxy that asks for a login; the API key may be fine. Check ${baseUrlIn(values)}. If it is right, ask the person who installed n8n, or the service's support, to let requests from this n8n instance through.`,
	],
	// A service may redirect to its status page for a while.
	redirected: [
		({ location }) =>
			`The service redirected the request to another address${location === undefined ? '' : ` (${location})`}.`,
		'The redirect was not followed, to keep the API key safe. If you trust that address, enter it as the base URL in the credential, without /v1 and what follows it.',
	],
	// A maintenance page looks like this too.
	notThisApi: [
		"The response isn't from this API.",
		(values) =>
			`Check ${baseUrlIn(values)}: it must be the part before /v1/forms in the service's API documentation, e.g. https://api.example.com.`,
	],
	noConnection: [
		'The service could not be reached.',
		(values) =>
			`Check ${baseUrlIn(values)}, and whether this n8n instance can connect to it.${again(values, ' If both are right, try again later.')}`,
	],
	// A name server that fails for a while is more likely than a typo in an address that has worked.
	hostNotFound: [
		'No server was found for the host in the base URL.',
		(values) =>
			`Check ${baseUrlIn(values)} for a typo.${again(values, ' If it is right, try again later.')}`,
	],
	noResponseInTime: [
		"The service didn't respond in time.",
		(values) => `${again(values, 'No partial results were returned. Try again later. ')}${LARGE}`,
	],
	certificate: [
		"The service's certificate isn't valid or is for another address, so the API key was not sent.",
		'Check the base URL in the credential. If it is right, tell the person who runs the service.',
	],
	certificateOutdated: [
		"The service's certificate has expired or isn't valid yet, so the API key was not sent.",
		'Tell the person who runs the service. The clock of the machine that runs n8n may also be wrong.',
	],
	certificateUntrusted: [
		"This n8n instance doesn't trust the service's certificate, so the API key was not sent.",
		"If you expect a self-signed certificate, or one from a private authority (e.g. your organization's or a proxy's), ask the person who installed n8n to add it with the environment variable NODE_EXTRA_CA_CERTS. Otherwise, check the base URL in the credential.",
	],
	notHttps: [
		"A secure connection to the server couldn't be established.",
		(values) =>
			`Check the port of ${baseUrlIn(values)}: the server may not use https there. If n8n connects through a proxy, check the proxy's address, too.`,
	],
	unreadableResponse: [
		"A server was reached, but its response can't be read.",
		(values) =>
			`The response isn't HTTP, is damaged, or has headers that are too large. Check ${baseUrlIn(values)}, including its port. If it is right, ${again(values, 'try again later or ')}contact the service's support.`,
	],
	// A server that expects https closes the connection too when it is addressed over http.
	bodyCutShort: [
		'The connection was lost before the full response arrived.',
		(values) =>
			`${again(values, 'No partial results were returned. Try again. ')}If it keeps happening, check ${baseUrlIn(values)}, including http or https and the port, or contact the service's support.`,
	],
	/** Whatever happens to a request that creates something, unless the service refused it. */
	destinationUncertain: [
		({ status = 'none' }) => `The service didn't confirm the new destination (status: ${status}).`,
		"The destination may or may not have been created. Publish the workflow again. If it keeps happening, check the base URL in the credential or contact the service's support. Once publishing succeeds, look in the service's dashboard: if it lists destinations and the form has two with this workflow's address, delete one of them.",
	],
	notOk: [
		"The service responded, but didn't confirm that the request succeeded.",
		(values) => `${again(values)}If it keeps happening, contact the service's support.`,
	],
} satisfies Record<string, Text>;

/** The service responded, but not as its documentation says. */
const STRANGE = {
	noList: ["The response doesn't contain a list.", TRY_AGAIN],
	noSubmission: ["The response doesn't contain a submission.", TRY_AGAIN],
	otherSubmission: [
		({ id }) => `Instead of submission "${id}", the service returned a different one.`,
		(values) =>
			`${again(values, 'Try again. ')}If it keeps happening, contact the service's support.`,
	],
	orderedDifferently: [
		"The service's list isn't ordered newest first, so some submissions may be missing.",
		"The filter 'Received After' and triggers rely on that order. To get all submissions, use Get Many without 'Received After', and contact the service's support.",
	],
	startsAgain: [
		'The service no longer knows where the list continues: it sent the beginning again.',
		(values) =>
			`${again(values, "No partial results were returned. Try again, with fewer submissions at a time if need be, e.g. with 'Received After'. ")}If it keeps happening, contact the service's support.`,
	],
	noTimes: [
		'None of the submissions has a time that can be read.',
		"Without one, the filter 'Received Before' can't be applied. Remove it, or contact the service's support.",
	],
	noPagination: ["The response doesn't say whether there are more submissions.", TRY_AGAIN],
	noCursor: ['The service reported more submissions, but not where the list continues.', TRY_AGAIN],
	repeatedCursor: ['The service keeps sending the same page of submissions.', TRY_AGAIN],
	endlessPages: ['The service keeps sending empty pages.', TRY_AGAIN],
} satisfies Record<string, Text>;

/** After these, a trigger may have another starting point, or read less than there was; the last only makes runs late. */
const LEAVES_SOME: string[] = [
	'credentialGone',
	'noSuchForm',
	'severalFormsNamed',
	'tooLarge',
	'orderedDifferently',
	'destinationGone',
] satisfies Situation[];

/** Nothing is redacted here. */
export const TEXTS = { ...LASTING, ...PASSING, ...STRANGE };

export type Situation = keyof typeof TEXTS;

export function sentencesOf(situation: Situation, values: Values = {}): [string, string] {
	const [message, advice]: Text = TEXTS[situation];
	const write = (text: Sentence) => (typeof text === 'string' ? text : text(values));
	return [write(message), write(advice)];
}

/** What becomes of what a trigger hasn't read because of this; undefined where a person has to see to that. */
export function whatBecomes(situation: Situation, { goesOn = false }: Values): string | undefined {
	return goesOn && !LEAVES_SOME.includes(situation) ? AFTERWARD : undefined;
}

export function isLasting(situation: string): boolean {
	return situation in LASTING;
}

/** Whether something else than the service responded. */
export function isForeign(situation: Situation): boolean {
	return situation === 'notThisApi' || situation === 'blockedOnTheWay';
}
