import { asArray, asObject, textOf } from '../client/json';
import type { Site, SiteAnswer } from './internet';

export type Contact = { vid: number; properties: Record<string, string> };

const UPSERT = '/contacts/v1/contact/createOrUpdate/email/';

const NOT_VALID: SiteAnswer = {
	status: 400,
	body: { status: 'error', message: 'Property values were not valid' },
};

/** The part of HubSpot's API with which n8n's node saves a contact; refuses everything else. */
export function createHubspot() {
	const token = 'token-of-the-stand-in';
	const contacts = new Map<string, Contact>();
	let failures = 0;
	let refused: string[] = [];

	function upsert(email: string, body: string): SiteAnswer {
		if (refused.includes(email)) return NOT_VALID;
		const known = contacts.get(email.toLowerCase());
		const contact = known ?? { vid: contacts.size + 1, properties: { email } };
		const { properties } = asObject(JSON.parse(body), 'the body');
		for (const entry of asArray(properties, 'the properties')) {
			const property = asObject(entry, 'a property');
			contact.properties[textOf(property, 'property')] = textOf(property, 'value');
		}
		contacts.set(email.toLowerCase(), contact);
		return { status: 200, body: { vid: contact.vid, isNew: known === undefined } };
	}

	const answer: Site = ({ method, path, authorization, body }) => {
		if (authorization !== `Bearer ${token}`) return { status: 401, body: { status: 'error' } };
		if (failures > 0) {
			failures -= 1;
			return { status: 503, body: { status: 'error', message: 'Service unavailable' } };
		}
		if (method === 'POST' && path.startsWith(UPSERT)) {
			return upsert(decodeURIComponent(path.slice(UPSERT.length)), body);
		}
		const [, vid] = /^\/contacts\/v1\/contact\/vid\/(\d+)\/profile$/.exec(path) ?? [];
		const found = [...contacts.values()].find((contact) => String(contact.vid) === vid);
		if (method === 'GET' && found !== undefined) return { status: 200, body: found };
		return { status: 404, body: { status: 'error', message: `Not part of the stand-in: ${path}` } };
	};

	return {
		/** By host, for `startInternet`. */
		sites: { 'api.hubapi.com': answer },
		token,
		/** By email address, which HubSpot compares case-insensitively. */
		contacts,
		/** Responds to the given number of upcoming calls with 503. */
		failNext(times: number): void {
			failures = times;
		},
		/** From now on, responds to contacts with these addresses with 400. */
		refuse(...emails: string[]): void {
			refused = emails;
		},
	};
}
