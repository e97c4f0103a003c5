import type { JsonObject } from '../client/json';
import { startSite, type SiteAnswer } from './site';

/**
 * How a request is handled: accepted, accepted without a response, left without an answer, or answered as given,
 * which means accepted if the status is 2xx.
 */
type CrmAnswer = 'take' | 'takeAndHang' | 'hang' | SiteAnswer;

type CrmRequest = { key: string; method: string; path: string; body: JsonObject };

/** A CRM that honors `Idempotency-Key`: however often a key arrives, it creates one contact. */
export type Crm = Awaited<ReturnType<typeof startCrm>>;

export async function startCrm() {
	const requests: CrmRequest[] = [];
	const lookups: string[] = [];
	const taken: string[] = [];
	const contacts = new Map<string, JsonObject>();
	let rule: (request: CrmRequest) => CrmAnswer = () => 'take';
	let lookupRule: (email: string) => SiteAnswer | undefined = () => undefined;

	function look(email: string): SiteAnswer {
		lookups.push(email);
		const found = [...contacts].filter(([, contact]) => contact.email === email);
		return lookupRule(email) ?? { body: found.map(([id, contact]) => ({ id, ...contact })) };
	}

	const { url, stop } = await startSite(({ method, url: asked, headers, body }) => {
		const { pathname: path, searchParams } = new URL(asked, 'http://crm');
		if (method === 'GET') return look(searchParams.get('email') ?? '');
		const request = { key: String(headers['idempotency-key']), method, path, body };
		requests.push(request);
		const chosen = rule(request);
		if (chosen === 'hang') return 'hang';
		const given = typeof chosen === 'object' ? chosen : { body: { ok: true } };
		if ((given.status ?? 200) < 300) {
			taken.push(request.key);
			const id =
				method === 'PATCH' ? decodeURIComponent(path.split('/').at(-1) ?? '') : request.key;
			contacts.set(id, { ...contacts.get(id), ...body });
		}
		return chosen === 'takeAndHang' ? 'hang' : given;
	});
	return {
		url,
		/** Every request but look-ups, in order of arrival. */
		requests,
		/** The addresses that were looked up. */
		lookups,
		/** The keys of accepted requests; one that arrived twice is listed twice. */
		taken,
		/** The contacts, by ID: the key with which one was created. */
		contacts,
		/** Sets how requests are handled from now on; the default is to accept all. */
		answerWith(next: (request: CrmRequest) => CrmAnswer): void {
			rule = next;
		},
		/** Sets how look-ups are answered, if not with the contacts that have the address. */
		answerLookupsWith(next: (email: string) => SiteAnswer | undefined): void {
			lookupRule = next;
		},
		stop,
	};
}
