import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';

/** What identifies a destination. */
export type RegistrationKey = {
	formId: string;
	/** The address that deliveries go to. */
	url: string;
	/** The service's base URL, as `checkBaseUrl` returns it. */
	baseUrl: string;
	/** The user raises it to register again with a new secret. */
	revision: number;
};

/** A destination that the service accepted. */
export type Registration = RegistrationKey & { secret: string; destinationId?: string };

/** Who a secret belongs to: one trigger, at one service, until the user raises the revision. */
export type SecretOwner = { baseUrl: string; workflowId: string; nodeId: string; revision: number };

/** Registrations to keep per trigger, as its form changes over time; some 300 bytes each. */
const MOST_REGISTRATIONS = 50;

const SECRET_LABEL = 'n8n-nodes-form-submissions webhook secret';

/**
 * The secret of a registration: 64 hex digits that nobody can compute without the API key,
 * different for each service. Deriving it again returns the same secret, because n8n may repeat a
 * registration that the service has already accepted, and may lose what was stored about it.
 */
export function deriveSecret(
	apiKey: string,
	{ baseUrl, workflowId, nodeId, revision }: SecretOwner,
): string {
	const parts = [SECRET_LABEL, baseUrl, workflowId, nodeId, String(revision)];
	return createHmac('sha256', apiKey).update(parts.join('\n')).digest('hex');
}

/**
 * The secret in use: the one last stored for the service and the revision, so that a new API key
 * changes nothing; if none is stored, the derived one. Undefined if there is neither.
 */
export function secretInUse(
	known: Registration[],
	apiKey: unknown,
	owner: SecretOwner,
): string | undefined {
	const stored = known.filter(
		({ baseUrl, revision }) => baseUrl === owner.baseUrl && revision === owner.revision,
	);
	const last = stored.at(-1);
	if (last) return last.secret;
	return typeof apiKey === 'string' && apiKey.trim() !== ''
		? deriveSecret(apiKey, owner)
		: undefined;
}

/** Reads the registrations that a trigger stored; damaged ones are skipped. */
export function readRegistrations(state: unknown): Registration[] {
	const list = isRecord(state) ? state.registrations : undefined;
	return Array.isArray(list) ? list.filter(isRegistration) : [];
}

/** The state to store, with the registration last: of several secrets, the last one is used. */
export function withRegistration(known: Registration[], registration: Registration): IDataObject {
	const others = known.filter((one) => !isSameRegistration(one, registration));
	return { registrations: [...others, registration].slice(-MOST_REGISTRATIONS) };
}

export function isSameRegistration(a: RegistrationKey, b: RegistrationKey): boolean {
	return (
		a.formId === b.formId && a.url === b.url && a.baseUrl === b.baseUrl && a.revision === b.revision
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
