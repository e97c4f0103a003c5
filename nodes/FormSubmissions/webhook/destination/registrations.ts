import { isRecord } from '../../general/records';
import { readState, writeState } from '../../state/nodeStates';
import type { TriggerContext } from '../parameters';

/** What makes two destinations the same. */
export type Destination = {
	formId: string;
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

/** A trigger's registrations, the last one last. */
export type Registrations = {
	/** Damaged ones are left out. */
	all(): Registration[];
	/** Call this only once the service has accepted it: n8n keeps what was stored before an error. */
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
