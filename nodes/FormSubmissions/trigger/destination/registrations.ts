import { isRecord } from '../../general/records';
import { readState, writeState, type StateContext } from '../../state/nodeStates';

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

/** A trigger's registrations, the last one last, in the workflow's static data. */
export class Registrations {
	constructor(private readonly context: StateContext) {}

	/** Damaged ones are left out. */
	get all(): Registration[] {
		const { registrations } = readState(this.context, 'webhook') ?? {};
		return Array.isArray(registrations) ? registrations.filter(isRegistration) : [];
	}

	/** Call this only once the service has accepted it: n8n keeps what was stored before an error. */
	remember(last: Registration): void {
		const others = this.all.filter((other) => !isSame(other, last));
		writeState(this.context, 'webhook', {
			registrations: [...others, last].slice(-MAX_REGISTRATIONS),
		});
	}
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
