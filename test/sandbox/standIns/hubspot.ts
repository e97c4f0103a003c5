import { asArray, asObject, textOf } from '../client/json';
import type { Site } from './internet';

const UPSERT = '/contacts/v1/contact/createOrUpdate/email/';

/** The part of HubSpot's API with which n8n's node saves a contact, by email address in any case. */
export function createHubspot() {
	const contacts = new Map<string, Record<string, string>>();
	let failures = 0;
	let refused: string | undefined;

	const answer: Site = ({ path, body }) => {
		if (failures > 0) {
			failures -= 1;
			return { status: 503, body: { message: 'Service unavailable' } };
		}
		// n8n's node then asks for the contact that it has saved.
		if (!path.startsWith(UPSERT)) return { status: 200, body: { vid: 1 } };
		const email = decodeURIComponent(path.slice(UPSERT.length)).toLowerCase();
		if (email === refused) return { status: 400, body: { message: 'Values were not valid' } };
		const contact = contacts.get(email) ?? {};
		for (const entry of asArray(asObject(JSON.parse(body), 'the body').properties, 'them')) {
			const property = asObject(entry, 'a property');
			contact[textOf(property, 'property')] = textOf(property, 'value');
		}
		contacts.set(email, contact);
		return { status: 200, body: { vid: 1 } };
	};

	return {
		/** By host, for `startInternet`. */
		sites: { 'api.hubapi.com': answer },
		/** By email address. */
		contacts,
		/** Responds to the given number of upcoming calls with 503. */
		failNext(times: number): void {
			failures = times;
		},
		/** From now on, responds to contacts with this address, if any, with 400. */
		refuse(email?: string): void {
			refused = email;
		},
	};
}
