import fastify from 'fastify';

/** What becomes of a request: it is taken, refused with a status, or taken and never answered. */
export type CrmAnswer = 'take' | 'takeAndHang' | { status: number; message: string };

export type CrmRequest = { key: string; body: Record<string, unknown> };

/** A CRM that honours `Idempotency-Key`: however often a key comes, there is one contact of it. */
export type Crm = {
	url: string;
	/** Every request, in the order of arrival. */
	requests: CrmRequest[];
	/** The keys of those that were taken; one that comes again is in it twice. */
	taken: string[];
	/** What was taken, by its key. */
	contacts: Map<string, Record<string, unknown>>;
	/** From now on; the default is to take everything. */
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
