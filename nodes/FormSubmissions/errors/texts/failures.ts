import { START_AGAIN, type Entry } from './text';

const TRY_AGAIN =
	"No partial results were returned. Try again. If it keeps happening, check the base URL in the credential or contact the service's support.";

const DESTINATION_UNCERTAIN =
	"The destination may or may not have been created. Publish (activate) the workflow again. If it keeps happening, check the base URL in the credential or contact the service's support. Once publishing succeeds, look in the service's dashboard: if it lists destinations and the form has two with this workflow's address, delete one of them. With two, each submission may run the workflow twice if n8n runs several webhook processes.";

/** There was no response, or none that can be used. */
export const FAILURES = {
	// With a typo in the base URL, the status comes from another server.
	serviceDown: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: ({ status }) => `The service is unavailable (status ${status}).`,
		advice:
			'Try again later. If it keeps happening, check the base URL in the credential. If n8n connects through a proxy, the status may come from that proxy.',
		about: { destination: { advice: DESTINATION_UNCERTAIN } },
	},
	// A service may redirect to its status page for a while.
	redirected: {
		cause: 'temporarily-unavailable',
		message: ({ location }) =>
			location === undefined
				? 'The service redirected the request to another address.'
				: `The service redirected the request to another address (${location}).`,
		advice:
			'The redirect was not followed, to keep the API key safe. If you trust that address, enter it as the base URL in the credential, without /v1 and what follows it.',
	},
	// A maintenance page looks like this too, unless the status is 404.
	notThisApi: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: "The response isn't from this API.",
		advice:
			"Check the base URL in the credential: it must be the part before /v1/forms in the service's API documentation, e.g. https://api.example.com.",
	},
	noConnection: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: 'The service could not be reached.',
		advice:
			'Check the base URL in the credential, and whether this n8n instance can connect to it. If both are right, try again later.',
	},
	// A name server that fails for a while is more likely than a typo in an address that has worked.
	hostNotFound: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: 'No server was found for the host in the base URL.',
		advice: 'Check the base URL in the credential for a typo. If it is right, try again later.',
	},
	noResponseInTime: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: "The service didn't respond in time.",
		advice: 'No partial results were returned. Try again later.',
		about: { destination: { advice: DESTINATION_UNCERTAIN } },
	},
	blockedByN8n: {
		cause: 'configuration-invalid',
		message: "This n8n instance doesn't allow requests to the host of the base URL.",
		advice:
			"Ask the person who installed n8n to allow that host: n8n's protection against requests to internal addresses is on.",
	},
	certificate: {
		cause: 'temporarily-unavailable',
		message:
			"The service's certificate isn't valid or is for another address, so the API key was not sent.",
		advice:
			'Check the base URL in the credential. If it is right, tell the person who runs the service.',
	},
	certificateOutdated: {
		cause: 'temporarily-unavailable',
		message:
			"The service's certificate has expired or isn't valid yet, so the API key was not sent.",
		advice:
			'Tell the person who runs the service. The clock of the machine that runs n8n may also be wrong.',
	},
	certificateUntrusted: {
		cause: 'temporarily-unavailable',
		message:
			"This n8n instance doesn't trust the service's certificate, so the API key was not sent.",
		advice:
			"If you expect a self-signed certificate, or one from a private authority (e.g. your organization's or a proxy's), ask the person who installed n8n to add it with the environment variable NODE_EXTRA_CA_CERTS. Otherwise, check the base URL in the credential.",
	},
	notHttps: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: "A secure connection to the server couldn't be established.",
		advice:
			"Check the port of the base URL in the credential: the server may not use https there. If n8n connects through a proxy, check the proxy's address, too.",
	},
	unreadableResponse: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: "A server was reached, but its response can't be read.",
		advice:
			"The response isn't HTTP, is damaged, or has headers that are too large. Check the base URL in the credential, including its port. If it is right, try again later or contact the service's support.",
		about: { destination: { advice: DESTINATION_UNCERTAIN } },
	},
	// A server that expects https closes the connection too when it is addressed over http.
	bodyCutShort: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: 'The connection was lost before the full response arrived.',
		advice:
			"No partial results were returned. Try again. If it keeps happening, check the base URL in the credential (http or https, and the port), or contact the service's support.",
		about: { destination: { advice: DESTINATION_UNCERTAIN } },
	},
	notOk: {
		cause: 'temporarily-unavailable',
		message: "The service responded that it couldn't list the submissions.",
		advice: "Try again later. If it keeps happening, contact the service's support.",
		about: {
			forms: { message: "The service responded that it couldn't list the forms." },
			submission: { message: "The service responded that it couldn't return the submission." },
			destination: { message: "The service responded that it couldn't create the destination." },
		},
	},
	noData: {
		message: "The response doesn't contain a list of submissions.",
		advice: TRY_AGAIN,
		about: {
			forms: { message: "The response doesn't contain a list of forms." },
			submission: { message: "The response doesn't contain a submission." },
		},
	},
	otherSubmission: {
		message: ({ id }) => `Instead of submission "${id}", the service returned a different one.`,
		advice: "Try again. If it keeps happening, contact the service's support.",
	},
	orderedDifferently: {
		message: "The service's list isn't ordered newest first, so some submissions may be missing.",
		advice:
			"The filter 'Received After' and polling rely on that order. To get all submissions, use Get Many without 'Received After', and contact the service's support.",
	},
	noTimes: {
		message: 'None of the submissions has a time that can be read.',
		advice:
			"Without one, the filter 'Received Before' can't be applied. Remove it, or contact the service's support.",
	},
	noPagination: {
		message: "The response doesn't say whether there are more submissions.",
		advice: TRY_AGAIN,
	},
	noCursor: {
		message: 'The service reported more submissions, but not where the list continues.',
		advice: TRY_AGAIN,
	},
	repeatedCursor: {
		message: 'The service keeps sending the same page of submissions.',
		advice: TRY_AGAIN,
	},
	cursorRefused: {
		cause: 'temporarily-unavailable',
		message: "The service doesn't accept the cursor that marks where an earlier poll stopped.",
		advice: "If it keeps happening, contact the service's support.",
	},
	endlessPages: { message: 'The service keeps sending empty pages.', advice: TRY_AGAIN },
	unexpectedStatus: {
		describesRequest: true,
		message: ({ status }) => `The service responded with an unexpected status (${status}).`,
		advice: "Check the base URL in the credential. If it is right, contact the service's support.",
		about: {
			nextPage: { advice: START_AGAIN },
		},
	},
} satisfies Record<string, Entry>;
