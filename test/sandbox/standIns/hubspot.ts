import { asArray, asObject, isObject, textOf } from '../client/json';
import type { Site } from './internet';

const UPSERT = '/crm/v3/objects/contacts/batch/upsert';

/** The part of HubSpot's API that saves a contact, by email address in any case. */
export function createHubspot() {
	const contacts = new Map<string, Record<string, string>>();
	const paths: string[] = [];
	let failures = 0;
	const refused = new Map<string, { status: number; body: unknown }>();

	function save(input: unknown): string {
		const { id, idProperty, properties } = asObject(input, 'an input');
		if (idProperty !== 'email') return 'idProperty is missing';
		const email = String(id).toLowerCase();
		const contact = contacts.get(email) ?? {};
		const entries = Object.entries(asObject(properties, 'its properties'));
		contacts.set(email, {
			...contact,
			...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
		});
		return '';
	}

	const answer: Site = ({ method, path, body }) => {
		paths.push(`${method} ${path}`);
		if (failures > 0) {
			failures -= 1;
			return { status: 503, body: { message: 'Service unavailable' } };
		}
		if (path !== UPSERT) return { status: 404, body: { message: 'No such path' } };
		const [input, ...more] = asArray(asObject(JSON.parse(body), 'the body').inputs, 'the inputs');
		const email = isObject(input) ? textOf(input, 'id') : '';
		const refusal = refused.get(email);
		if (refusal !== undefined) return refusal;
		const problem = more.length > 0 ? 'one at a time' : save(input);
		if (problem !== '') return { status: 400, body: { message: problem } };
		return { status: 200, body: { status: 'COMPLETE', results: [{ id: '1', new: true }] } };
	};

	return {
		/** By host, for `startInternet`. */
		sites: { 'api.hubapi.com': answer },
		/** By email address. */
		contacts,
		/** The method and path of every request. */
		paths,
		/** Responds to the given number of upcoming calls with 503. */
		failNext(times: number): void {
			failures = times;
		},
		/** From now on, responds so to contacts with this address. */
		refuse(email: string, status: number, body: unknown): void {
			refused.set(email, { status, body });
		},
		/** From now on, accepts all. */
		refuseNone(): void {
			refused.clear();
		},
	};
}
