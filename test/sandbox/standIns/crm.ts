import fastify from 'fastify';

/**
 * How a request is handled: accepted, accepted without a response, or answered as given, which means
 * accepted if the status is 2xx.
 */
type CrmAnswer = 'take' | 'takeAndHang' | GivenAnswer;

type GivenAnswer = { status: number; headers?: Record<string, string>; body: unknown };

type CrmRequest = { key: string; body: Record<string, unknown> };

/** A CRM that honors `Idempotency-Key`: however often a key arrives, it creates one contact. */
export type Crm = Awaited<ReturnType<typeof startCrm>>;

export async function startCrm() {
	const requests: CrmRequest[] = [];
	const taken: string[] = [];
	const contacts = new Map<string, Record<string, unknown>>();
	let answer: (request: CrmRequest) => CrmAnswer = () => 'take';
	const server = fastify({ forceCloseConnections: true });
	server.post<{ Body: Record<string, unknown> }>('/contacts', async ({ headers, body }, reply) => {
		const request = { key: String(headers['idempotency-key']), body };
		requests.push(request);
		const chosen = answer(request);
		const given = typeof chosen === 'object' ? chosen : { status: 200, body: { ok: true } };
		if (given.status < 300) {
			taken.push(request.key);
			contacts.set(request.key, body);
		}
		if (chosen === 'takeAndHang') return await reply.hijack();
		return await reply
			.code(given.status)
			.headers(given.headers ?? {})
			.send(given.body);
	});
	// Where a request that isn't signed in is redirected to.
	server.get('/login', () => 'Please sign in');
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url: `${address}/contacts`,
		/** Every request, in order of arrival. */
		requests,
		/** The keys of accepted requests; one that arrived twice is listed twice. */
		taken,
		/** The accepted contacts, by key. */
		contacts,
		/** Sets how requests are handled from now on; the default is to accept all. */
		answerWith(rule: (request: CrmRequest) => CrmAnswer): void {
			answer = rule;
		},
		stop: async (): Promise<void> => await server.close(),
	};
}
