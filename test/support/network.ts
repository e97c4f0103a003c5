import type { IExecuteFunctions } from 'n8n-workflow';
import nock from 'nock';

import { BASE_URL } from './baseUrl';
import { ask, type Answering } from './bridge';
import { holdTime, passTime } from './fakeClock';

/** Any context of n8n that sends requests. */
type Connected = {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
};

/** Who answers at which base URL. */
const services = new Map<string, Answering>();

/**
 * From now on, the service answers what is sent to its base URL, and no time passes while n8n's own
 * request helper is at work, but what the answer takes. Returns the same context.
 */
export function connectNetwork<C extends Connected>(
	context: C,
	service: Answering,
	baseUrl = BASE_URL,
): C {
	answerAt(baseUrl, service);
	const { httpRequestWithAuthentication: send } = context.helpers;
	context.helpers.httpRequestWithAuthentication = async function (...sent) {
		return await holdTime(async () => await send.apply(this, sent));
	};
	return context;
}

/** From now on, the service answers what is sent to this address. */
export function answerAt(baseUrl: string, service: Answering): void {
	if (!services.has(baseUrl)) intercept(baseUrl);
	services.set(baseUrl, service);
}

function intercept(baseUrl: string): void {
	const scope = nock(baseUrl).persist();
	for (const method of ['GET', 'POST']) {
		scope.intercept(/.*/, method).reply(async function (url, body) {
			const service = services.get(baseUrl);
			if (!service) throw new Error(`Nobody answers at ${baseUrl}`);
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			const arrival = ask(service, { method, url, headers: this.req.headers, body: text });
			if (arrival.lost === 'ETIMEDOUT') await passTime(Infinity);
			if (arrival.lost !== undefined) {
				const { lost: code } = arrival;
				throw Object.assign(new Error(`connection: ${code}`), { code });
			}
			if (arrival.latencyMs) await passTime(arrival.latencyMs);
			return [arrival.status, arrival.body, arrival.headers];
		});
	}
}
