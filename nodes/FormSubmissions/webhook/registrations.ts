import { createHmac } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';

import { parseUrl } from '../api/urls/baseUrl';
import { isRecord } from '../general/records';
import { readHookState, workflowIdOf, writeHookState } from '../state/nodeStates';
import { readListeningState, writeListeningState } from '../state/testListening';
import { isListening, type TriggerContext } from './settings';

/** What the secret of a trigger is for: one service, until the user raises the revision. */
type SecretScope = {
	/** As `checkBaseUrl` returns it. */
	baseUrl: string;
	revision: number;
};

/** What makes two destinations the same; `url` is the address that deliveries go to. */
export type Destination = SecretScope & { formId: string; url: string };

/** A destination that the service accepted, and the secret it signs with. */
export type Registration = Destination & { secret: string };

/** What is known of a registration; `origin` is that of its `url`. */
type Wanted = Partial<Destination> & { origin?: string };

type SecretWanted = SecretScope & { origin?: string };

/** Registrations to keep per trigger, as its form changes over time; some 300 bytes each. */
const MAX_REGISTRATIONS = 50;

/**
 * A secret for a trigger that has none registered: 64 hex digits that nobody can compute without the
 * API key. Deriving it again returns the same, because n8n may repeat a registration that the service
 * has already accepted, and may lose what was stored about it.
 */
export function deriveSecret(context: TriggerContext, scope: SecretScope, apiKey: string): string {
	return createHmac('sha256', apiKey).update(secretPurpose(context, scope)).digest('hex');
}

/**
 * What a secret is derived for. A copy of a workflow in another n8n instance has the same IDs, and
 * perhaps the same API key; its address makes the secret another one.
 */
function secretPurpose(context: TriggerContext, { baseUrl, revision }: SecretScope): string {
	return [
		'n8n-nodes-form-submissions webhook secret',
		baseUrl,
		workflowIdOf(context),
		context.getNode().id,
		String(revision),
		originOf(context.getNodeWebhookUrl('default')),
	].join('\n');
}

/** Scheme, host, and port of an address, by which one n8n instance is told from another. */
export function originOf(url: string | undefined): string {
	return (url === undefined ? undefined : parseUrl(url)?.origin) ?? '';
}

/**
 * The secret for a service and revision, also at a certain origin: that of the last such registration,
 * or else a derived one; undefined if there is neither such a registration nor a key.
 */
export function secretFor(context: TriggerContext, wanted: SecretWanted, apiKey: string): string;
export function secretFor(
	context: TriggerContext,
	wanted: SecretWanted,
	apiKey: string | undefined,
): string | undefined;
export function secretFor(context: TriggerContext, wanted: SecretWanted, apiKey?: string) {
	const registered = lastRegistration(context, wanted)?.secret;
	return registered ?? (apiKey && deriveSecret(context, wanted, apiKey));
}

/**
 * The last registration of a trigger that matches all that is wanted. The last one for a service and
 * revision has the secret in use: a new API key doesn't change it.
 */
export function lastRegistration(
	context: TriggerContext,
	wanted: Wanted,
): Registration | undefined {
	const known = knownRegistrations(context);
	return known.filter((registration) => matches(registration, wanted)).at(-1);
}

/** The highest revision with which a trigger was ever registered with a service; 0 if it wasn't. */
export function highestRevision(context: TriggerContext, baseUrl: string): number {
	const own = knownRegistrations(context).filter((one) => one.baseUrl === baseUrl);
	return Math.max(0, ...own.map(({ revision }) => revision));
}

/**
 * Remembers a registration as the last one. Call this only once the service has accepted it: n8n
 * keeps what was stored before an error.
 */
export function rememberRegistration(context: TriggerContext, registration: Registration): void {
	const known = knownRegistrations(context);
	const others = known.filter((other) => !matches(other, registration));
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

/** What is left out of what is wanted may be anything. */
function matches(known: Registration, wanted: Wanted): boolean {
	const { formId, url, origin, baseUrl, revision } = wanted;
	return (
		(formId === undefined || known.formId === formId) &&
		(url === undefined || known.url === url) &&
		(origin === undefined || originOf(known.url) === origin) &&
		(baseUrl === undefined || known.baseUrl === baseUrl) &&
		(revision === undefined || known.revision === revision)
	);
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
