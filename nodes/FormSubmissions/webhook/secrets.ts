import { createHmac } from 'crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE, readApiKey, readSecret } from '../api/credential';
import { checkBaseUrl, parseUrl } from '../api/urls/baseUrl';
import { isWithin } from '../general/time';
import { nodeKeyOf } from '../general/node';
import { isRecord } from '../general/records';
import { BoundedMap, remembered } from '../general/remembered';
import { readState, writeState } from '../state/nodeStates';
import type { Refusal } from './log';
import type { TriggerContext, TriggerSettings } from './settings';

/** What makes two destinations the same. */
export type Destination = {
	formId: string;
	/** The address that deliveries go to. */
	url: string;
	/** Of the service, as `checkBaseUrl` returns it. */
	baseUrl: string;
	/** Raised by a person who wants to register again with a new secret. */
	revision: number;
};

/** A destination that the service accepted, and the secret it signs with. */
export type Registration = Destination & {
	secret: string;
	/** What the form was chosen by, if that was its name. */
	formName?: string;
};

/** Registrations to keep per trigger, as its form changes over time; some 300 bytes each. */
const MAX_REGISTRATIONS = 50;

/** Triggers to remember something of; the oldest is dropped first. */
const MAX_TRIGGERS = 1_000;

/** A trigger's registrations, the last one last. */
export type Registrations = {
	/** Damaged ones are left out. */
	all(): Registration[];
	/**
	 * Remembers a registration as the last one. Call this only once the service has accepted it: n8n
	 * keeps what was stored before an error.
	 */
	remember(registration: Registration): void;
};

/** Those of the published trigger, in the workflow's static data. */
export function storedRegistrations(context: TriggerContext): Registrations {
	const all = () => {
		const { registrations } = readState(context, 'webhook')?.value ?? {};
		return Array.isArray(registrations) ? registrations.filter(isRegistration) : [];
	};
	return {
		all,
		remember(registration) {
			writeState(context, 'webhook', { registrations: withLast(all(), registration) });
		},
	};
}

/** These registrations with one more as the last. */
export function withLast(registrations: Registration[], last: Registration): Registration[] {
	const others = registrations.filter((other) => !isSame(other, last));
	return [...others, last].slice(-MAX_REGISTRATIONS);
}

export function isSame(one: Destination, other: Destination): boolean {
	const parts = (of: Destination) => JSON.stringify([of.formId, of.url, of.baseUrl, of.revision]);
	return parts(one) === parts(other);
}

function isRegistration(value: unknown): value is Registration {
	if (!isRecord(value) || typeof value.revision !== 'number') return false;
	const texts = [value.formId, value.url, value.baseUrl, value.secret];
	return texts.every((text) => typeof text === 'string' && text !== '');
}

/**
 * The secret of a destination: 64 hex digits that nobody can compute without the API key. Derived
 * again, it is the same: n8n may repeat a registration that the service has already accepted, and may
 * lose what was stored about it. The address makes it another one for a copy of the workflow in another
 * n8n instance, which has the same IDs and perhaps the same API key.
 */
export function deriveSecret(
	context: TriggerContext,
	{ baseUrl, revision }: Pick<Destination, 'baseUrl' | 'revision'>,
	apiKey: string,
): string {
	const purpose = [
		'n8n-nodes-form-submissions webhook secret',
		baseUrl,
		context.getWorkflow().id ?? '',
		context.getNode().id,
		String(revision),
		parseUrl(context.getNodeWebhookUrl('default') ?? '')?.origin ?? '',
	];
	return createHmac('sha256', apiKey).update(purpose.join('\n')).digest('hex');
}

/** Who may sign a trigger's deliveries; `formId` is the form that was registered with the secret. */
export type Signer = Pick<Registration, 'secret' | 'baseUrl'> & { formId?: string };

/**
 * Who signed a delivery, as `hasSigned` tells of a secret: the service of the form's last registration,
 * at whatever address, because a process that only receives deliveries may not be told n8n's. If there
 * is none, or another trigger's save has reset it, the service that the credential names. Throws if the
 * credential is needed and can't be read.
 */
export async function findSigner(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	registrations: Registrations,
	hasSigned: (secret: string) => boolean,
): Promise<Signer | Refusal> {
	const registered = registeredSigner(registrations, settings);
	if (registered && hasSigned(registered.secret)) return registered;
	const named = signerIn(await recentCredential(context), context, settings);
	if (named && hasSigned(named.secret)) return named;
	return registered || named ? 'the signature does not match' : 'no secret is known';
}

function registeredSigner(
	registrations: Registrations,
	{ registration, form, revision }: TriggerSettings,
): Signer | undefined {
	if (registration === 'manual') return undefined;
	const isOfForm = ({ formId, formName }: Registration) => [formId, formName].includes(form.id);
	return registrations
		.all()
		.filter((one) => one.revision === revision && isOfForm(one))
		.at(-1);
}

function signerIn(
	{ baseUrl: entered, apiKey, webhookSecret }: ICredentialDataDecryptedObject,
	context: IWebhookFunctions,
	{ registration, revision }: TriggerSettings,
): Signer | undefined {
	const checked = checkBaseUrl(entered);
	const baseUrl = checked.ok ? checked.value : '';
	if (registration === 'manual') {
		const secret = readSecret(webhookSecret);
		return secret === undefined ? undefined : { secret, baseUrl };
	}
	const key = readApiKey(apiKey);
	if (key === undefined || baseUrl === '') return undefined;
	return { secret: deriveSecret(context, { baseUrl, revision }, key), baseUrl };
}

/** How long a trigger's credential is used after it was read (milliseconds): reading costs n8n a lot. */
const RECENT_MS = 60_000;

type CredentialRead = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const credentialReads = remembered(() => new BoundedMap<string, CredentialRead>(MAX_TRIGGERS));

/** Simultaneous deliveries share one read. */
async function recentCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const key = nodeKeyOf(context);
	const known = credentialReads().get(key);
	if (known && isWithin(RECENT_MS, known.readAtMs, Date.now())) return await known.credential;

	const credential = context.getCredentials(CREDENTIAL_TYPE);
	credentialReads().set(key, { readAtMs: Date.now(), credential });
	credential.catch(() => credentialReads().delete(key));
	return await credential;
}

/** Call this when the workflow is published: its next delivery reads the credential again. */
export function forgetCredential(context: TriggerContext): void {
	credentialReads().delete(nodeKeyOf(context));
}
