import type { ICredentialDataDecryptedObject, IHookFunctions } from 'n8n-workflow';

import { deriveSecret } from '../api/connection';
import { checkBaseUrl } from '../api/urls/baseUrl';
import { readHookState, workflowIdOf, writeHookState } from '../state/nodeStates';
import { isRecord } from '../general/records';
import { readListeningState, writeListeningState } from '../state/testListening';
import { isListening, type TriggerContext, type TriggerSettings } from './settings';

/** What the secret of a trigger is for: one service, until the user raises the revision. */
export type SecretScope = {
	/** As `checkBaseUrl` returns it. */
	baseUrl: string;
	revision: number;
};

/** What makes two destinations the same; `url` is the address that deliveries go to. */
export type Destination = SecretScope & { formId: string; url: string };

/** A destination that the service accepted, and the secret it signs with. */
export type Registration = Destination & { secret: string; destinationId?: string };

/** Registrations to keep per trigger, as its form changes over time; some 300 bytes each. */
const MAX_REGISTRATIONS = 50;

/**
 * Who signs a trigger's deliveries: the service that the credential names now (empty if it names no
 * usable base URL), and with which secret, if any is known.
 */
export function signerOf(
	context: TriggerContext,
	{ registration, revision }: TriggerSettings,
	{ baseUrl: entered, apiKey, webhookSecret }: ICredentialDataDecryptedObject,
): { baseUrl: string; secret: string | undefined } {
	const checked = checkBaseUrl(entered);
	const baseUrl = checked.ok ? checked.value : '';
	if (registration === 'manual') return { baseUrl, secret: readManualSecret(webhookSecret) };
	if (!checked.ok) return { baseUrl, secret: undefined };

	const scope = { baseUrl, revision };
	const stored = lastRegistration(context, scope)?.secret;
	if (stored !== undefined || typeof apiKey !== 'string' || apiKey.trim() === '') {
		return { baseUrl, secret: stored };
	}
	return { baseUrl, secret: deriveSecret(apiKey, secretPurpose(context, scope)) };
}

/**
 * The credential's webhook secret, without the spaces and line breaks that come with pasting;
 * undefined if there is none.
 */
export function readManualSecret(entered: unknown): string | undefined {
	const secret = typeof entered === 'string' ? entered.trim() : '';
	return secret === '' ? undefined : secret;
}

/**
 * What to derive a trigger's secret for, if none is stored. Deriving it again returns the same
 * secret, because n8n may repeat a registration that the service has already accepted, and may lose
 * what was stored about it.
 */
export function secretPurpose(context: TriggerContext, { baseUrl, revision }: SecretScope): string {
	return [
		'n8n-nodes-form-submissions webhook secret',
		baseUrl,
		workflowIdOf(context),
		context.getNode().id,
		String(revision),
	].join('\n');
}

/**
 * The last registration of a trigger that matches all that is wanted. The last one for a service and
 * revision has the secret in use: a new API key doesn't change it.
 */
export function lastRegistration(
	context: TriggerContext,
	wanted: Partial<Destination>,
): Registration | undefined {
	const known = knownRegistrations(context);
	return known.filter((registration) => matches(registration, wanted)).at(-1);
}

/**
 * Remembers a registration as the last one. Call this only once the service has accepted it: n8n
 * keeps what was stored before an error.
 */
export function rememberRegistration(context: TriggerContext, registration: Registration): void {
	const { formId, url, baseUrl, revision } = registration;
	const known = knownRegistrations(context);
	const others = known.filter((other) => !matches(other, { formId, url, baseUrl, revision }));
	const registrations = [...others, registration].slice(-MAX_REGISTRATIONS);
	if (isListening(context)) writeListeningState(context, { registrations });
	else writeHookState(context, { registrations });
}

/** A form's test destination may have been deleted: the next test listening registers it again. */
export function forgetTestRegistrations(context: IHookFunctions, formId: string): void {
	const known = readRegistrations(readListeningState(context));
	const registrations = known.filter((registration) => registration.formId !== formId);
	writeListeningState(context, { registrations });
}

/** A trigger's registrations; listening for a test event has its own list. */
function knownRegistrations(context: TriggerContext): Registration[] {
	return readRegistrations(
		isListening(context) ? readListeningState(context) : readHookState(context),
	);
}

/** The registrations in a trigger's state, the last one last; damaged ones are skipped. */
function readRegistrations(state: unknown): Registration[] {
	const list = isRecord(state) ? state.registrations : undefined;
	return Array.isArray(list) ? list.filter(isRegistration) : [];
}

function matches(registration: Registration, wanted: Partial<Destination>): boolean {
	const known: Record<string, unknown> = registration;
	return Object.entries(wanted).every(([name, value]) => known[name] === value);
}

function isRegistration(value: unknown): value is Registration {
	return (
		isRecord(value) &&
		typeof value.formId === 'string' &&
		typeof value.url === 'string' &&
		typeof value.baseUrl === 'string' &&
		typeof value.revision === 'number' &&
		typeof value.secret === 'string' &&
		value.secret !== ''
	);
}
