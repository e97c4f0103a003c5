import { START_AGAIN, type Entry } from './text';

const NO_SUCH_FORM = {
	message: 'There is no such form in this workspace.',
	advice:
		'Choose the form from the list again. It may have been deleted, or the API key may belong to another workspace.',
	adviceForModel:
		"Use the form's exact name, or its ID from Form > Get Many. The form may have been deleted, or the API key may belong to another workspace.",
};

/** The rest of the request was accepted for the page before, so the cursor is the likely reason. */
const NO_SUCH_CURSOR = {
	message: "The service doesn't accept the cursor, which marks where this page begins.",
	advice: START_AGAIN,
	adviceForModel:
		"Use the 'nextCursor' of the previous page as the cursor, or no cursor for the first page.",
};

/** The service understood the request, but refuses it, or doesn't have what was asked for. */
export const REFUSALS = {
	keyRefused: {
		cause: 'credential-invalid',
		message: 'The service rejected the API key.',
		advice:
			"Enter a valid key in the credential. Keys are created in the service's dashboard under Settings > API keys.",
	},
	// What 402 and 403 mean is not documented.
	paymentRequired: {
		cause: 'configuration-invalid',
		message: "The workspace's plan may not include the API.",
		advice: 'The read API is available on the Pro and Agency plans. Check the plan in the service.',
	},
	notPermitted: {
		cause: 'configuration-invalid',
		message: 'The API key may not have permission to read submissions.',
		advice:
			"In the credential, enter a key with the permission submissions:read. Keys are created in the service's dashboard under Settings > API keys. If the key has that permission, check the workspace's plan: the read API is available on the Pro and Agency plans.",
		about: {
			forms: {
				message: 'The API key may not have permission to read forms.',
				advice:
					"In the credential, enter a key with the permission forms:read. Keys are created in the service's dashboard under Settings > API keys. If the key has that permission, check the workspace's plan: the read API is available on the Pro and Agency plans.",
			},
			destination: {
				message: 'The API key may not have permission to create destinations.',
				advice:
					"In the credential, enter a key with write permission. If you can't get one, set 'Registration' to Manual and follow the steps shown below it, or use the Form Submissions Polling Trigger, which only needs read permission.",
			},
		},
	},
	blockedOnTheWay: {
		cause: 'temporarily-unavailable',
		describesRequest: true,
		message: ({ status }) =>
			status === undefined
				? 'The request may have been blocked on its way to the service.'
				: `The request may have been blocked on its way to the service (status ${status}).`,
		advice:
			"The response isn't from this API. It probably came from a firewall, or from a proxy that asks for a login; the API key may be fine. Check the base URL in the credential. If it is right, ask the person who installed n8n, or the service's support, to let requests from this n8n instance through.",
	},
	notFound: {
		cause: 'configuration-invalid',
		...NO_SUCH_FORM,
		about: {
			nextPage: NO_SUCH_CURSOR,
			submission: {
				message: ({ id }) => `There is no submission with the ID "${id}" in this workspace.`,
				advice:
					'Check the ID: IDs look like sub_… and are returned by Get Many. The submission may have been deleted, or the API key may belong to another workspace.',
				adviceForModel: undefined,
			},
		},
	},
	notAnId: {
		cause: 'configuration-invalid',
		message: ({ id }) => `The value "${id}" is not an ID.`,
		advice: 'Choose one from the list.',
		adviceForModel: 'Get IDs from Submission > Get Many.',
	},
	// What 400, 409, and 422 mean is not documented.
	badRequest: {
		cause: 'configuration-invalid',
		message: "The service didn't accept the request.",
		advice: "Check the values of this node's parameters.",
		adviceForModel:
			"Check the values passed to this tool. IDs come from Get Many; a cursor is the 'nextCursor' of the previous page.",
		about: {
			nextPage: NO_SUCH_CURSOR,
			// This request has no values.
			forms: {
				advice:
					"Check the base URL in the credential (http or https, and the port). If it is right, contact the service's support.",
			},
			destination: {
				message: "The service didn't accept the destination.",
				advice:
					'The address of this workflow may be the reason: the service must be able to reach it from the internet. Ask the person who installed n8n to check the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n), or use the Form Submissions Polling Trigger, which needs no public address.',
			},
		},
	},
	rateLimited: {
		cause: 'rate-limited',
		message: 'The API key has reached its rate limit.',
		advice:
			'Wait a minute, then try again. If it happens often and other programs use the same key, give n8n a key of its own.',
	},
	noFormNamed: {
		cause: 'configuration-invalid',
		message: ({ id, forms }) =>
			`No form in this workspace has the name or ID "${id}".${forms ? ` The forms are: ${forms}.` : ''}`,
		advice:
			'Choose the form from the list again. It may have been renamed or deleted, or the API key may belong to another workspace.',
		adviceForModel:
			"Use the form's exact name, or its ID from Form > Get Many. The form may have been renamed or deleted, or the API key may belong to another workspace.",
	},
	nameNotId: {
		cause: 'configuration-invalid',
		message: ({ id }) => `The value "${id}" is the name of a form, not an ID.`,
		advice: 'Choose the form from the list, or enter its ID, e.g. frm_8x2k1.',
		adviceForModel: "Use the form's ID, e.g. frm_8x2k1; Form > Get Many returns it.",
	},
	severalFormsNamed: {
		cause: 'configuration-invalid',
		message: ({ id }) => `Several forms in this workspace have that name: ${id}.`,
		advice: 'Use the ID of the one you mean.',
	},
} satisfies Record<string, Entry>;
