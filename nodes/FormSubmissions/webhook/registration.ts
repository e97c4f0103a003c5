import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../api/types';

/** What makes a destination the one that is wanted. */
export type RegistrationKey = {
	formId: string;
	/** The address that deliveries go to. */
	url: string;
	/** Of the service, as `checkBaseUrl` returns it. */
	baseUrl: string;
	/** Raised by the user to register anew with a new secret. */
	revision: number;
};

/** A destination that the service accepted. */
export type Registration = RegistrationKey & { secret: string; destinationId?: string };

/** Whose secret it is: one trigger's, at one service, until the user raises the revision. */
export type SecretOwner = { baseUrl: string; workflowId: string; nodeId: string; revision: number };

/** Forms that one trigger was pointed at over time; each entry is some 300 bytes. */
const MOST_REGISTRATIONS = 50;

const SECRET_LABEL = 'n8n-nodes-form-submissions webhook secret';

/**
 * The secret of a registration: 64 hex digits that nobody without the API key can work out, and no
 * other service knows. They are the same whenever they are made again, since n8n may repeat a
 * registration that the service had already accepted, and may lose what was stored about it.
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
 * changes nothing, else the derived one. Undefined where there is neither.
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

/** The registrations in what a trigger stored; damaged ones are left out. */
export function readRegistrations(state: unknown): Registration[] {
	const list = isRecord(state) ? state.registrations : undefined;
	return Array.isArray(list) ? list.filter(isRegistration) : [];
}

/** What to store; the registration last, since of several secrets the last one counts. */
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
