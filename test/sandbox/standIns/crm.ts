import type { JsonObject } from '../client/json';
import { startSite, type SiteAnswer } from './site';

/**
 * How a request is handled: accepted, accepted without a response, or answered as given, which means
 * accepted if the status is 2xx.
 */
type CrmAnswer = 'take' | 'takeAndHang' | SiteAnswer;

type CrmRequest = { key: string; body: JsonObject };

/** A CRM that honors `Idempotency-Key`: however often a key arrives, it creates one contact. */
export type Crm = Awaited<ReturnType<typeof startCrm>>;

export async function startCrm() {
	const requests: CrmRequest[] = [];
	const taken: string[] = [];
	const contacts = new Map<string, JsonObject>();
	let rule: (request: CrmRequest) => CrmAnswer = () => 'take';
	const { url, stop } = await startSite(({ method, headers, body }) => {
		// Where a request that isn't signed in is redirected to.
		if (method !== 'POST') return { body: 'Please sign in' };
		const request = { key: String(headers['idempotency-key']), body };
		requests.push(request);
		const chosen = rule(request);
		const given = typeof chosen === 'object' ? chosen : { body: { ok: true } };
		if ((given.status ?? 200) < 300) {
			taken.push(request.key);
			contacts.set(request.key, body);
		}
		return chosen === 'takeAndHang' ? 'hang' : given;
	});
	return {
		url,
		/** Every request, in order of arrival. */
		requests,
		/** The keys of accepted requests; one that arrived twice is listed twice. */
		taken,
		/** The accepted contacts, by key. */
		contacts,
		/** Sets how requests are handled from now on; the default is to accept all. */
		answerWith(next: (request: CrmRequest) => CrmAnswer): void {
			rule = next;
		},
		stop,
	};
}
