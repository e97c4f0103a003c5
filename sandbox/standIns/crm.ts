import fastify from 'fastify';

/** How a request is handled: accepted, refused with a status, or accepted without a response. */
export type CrmAnswer = 'take' | 'takeAndHang' | { status: number; message: string };

export type CrmRequest = { key: string; body: Record<string, unknown> };

/** A CRM that honors `Idempotency-Key`: however often a key arrives, it creates one contact. */
export type Crm = {
	url: string;
	/** Every request, in order of arrival. */
	requests: CrmRequest[];
	/** The keys of accepted requests; one that arrived twice is listed twice. */
	taken: string[];
	/** The accepted contacts, by key. */
	contacts: Map<string, Record<string, unknown>>;
	/** Sets how requests are handled from now on; the default is to accept all. */
	answerWith: (rule: (request: CrmRequest) => CrmAnswer) => void;
	stop: () => Promise<void>;
};

export async function startCrm(): Promise<Crm> {
	const requests: CrmRequest[] = [];
	const taken: string[] = [];
	const contacts: Crm['contacts'] = new Map();
	let answer: (request: CrmRequest) => CrmAnswer = () => 'take';
	const server = fastify({ forceCloseConnections: true });
	server.post<{ Body: Record<string, unknown> }>('/contacts', async ({ headers, body }, reply) => {
		const request = { key: String(headers['idempotency-key']), body };
		requests.push(request);
		const chosen = answer(request);
		if (typeof chosen === 'object') {
			return await reply.code(chosen.status).send({ message: chosen.message });
		}
		taken.push(request.key);
		contacts.set(request.key, body);
		if (chosen === 'takeAndHang') return await reply.hijack();
		return { ok: true };
	});
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url: `${address}/contacts`,
		requests,
		taken,
		contacts,
		answerWith(rule) {
			answer = rule;
		},
		stop: async () => await server.close(),
	};
}
