import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../api/types';

/** What makes a destination the one that is wanted. */
export type RegistrationKey = {
	formId: string;
	/** The address that deliveries go to. */
	url: string;
	baseUrl: string;
	/** Raised by the user to register anew with a new secret. */
	revision: number;
};

/** A destination that the service accepted. */
export type Registration = RegistrationKey & { secret: string; destinationId?: string };

/** Forms that one trigger was pointed at over time; each entry is some 300 bytes. */
const MOST_REGISTRATIONS = 50;

const SECRET_LABEL = 'n8n-nodes-form-submissions webhook secret';

/**
 * The secret of a registration: 64 hex digits that nobody without the API key can work out. They
 * are the same whenever they are made again, since n8n may repeat a registration that the service
 * had already accepted, and may lose what was stored about it (any other trigger of the workflow
 * that saves its static data can overwrite this one's).
 */
export function deriveSecret(
	apiKey: string,
	owner: { workflowId: string; nodeId: string; revision: number },
): string {
	const parts = [SECRET_LABEL, owner.workflowId, owner.nodeId, String(owner.revision)];
	return createHmac('sha256', apiKey).update(parts.join('\n')).digest('hex');
}

/** The registrations of a node, as kept under its id: a renamed node keeps them. */
export function readRegistrations(staticData: IDataObject, nodeId: string): Registration[] {
	const stored: unknown = staticData[nodeId];
	const list = isRecord(stored) ? stored.registrations : undefined;
	return Array.isArray(list) ? list.filter(isRegistration) : [];
}

/** Call it only after the service accepted: n8n keeps what was stored before an error. */
export function storeRegistration(
	staticData: IDataObject,
	nodeId: string,
	registration: Registration,
): void {
	const others = readRegistrations(staticData, nodeId).filter(
		(known) => !isSameRegistration(known, registration),
	);
	const registrations = [...others, registration].slice(-MOST_REGISTRATIONS);
	staticData[nodeId] = { registrations };
}

export function isSameRegistration(a: RegistrationKey, b: RegistrationKey): boolean {
	return (
		a.formId === b.formId && a.url === b.url && a.baseUrl === b.baseUrl && a.revision === b.revision
	);
}

/** The secret in use for a revision: the one last stored, so that a new API key changes nothing. */
export function storedSecret(registrations: Registration[], revision: number): string | undefined {
	return registrations.filter((known) => known.revision === revision).at(-1)?.secret;
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
