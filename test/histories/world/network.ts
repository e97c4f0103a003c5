import type { PollContext } from 'n8n-core';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ask, type Answering, type Arrival } from '../../support/bridge';
import { brokenRequest, toRequest } from '../../support/edge';
import { never, type Life } from './life';
import { KEY } from './pollFunctions';
import type { VirtualTime } from './virtualTime';

/** The network between n8n and the service: takes time, and behaves like n8n's request helper. */
export class Network {
	/** The time from a request to its response, unless that says otherwise (milliseconds). */
	latencyMs = 50;

	/** The error code with which every request fails, if the service can't be reached. */
	outage?: string;

	private sent = 0;

	private requestsUntilKill: number | undefined;

	constructor(
		private readonly time: VirtualTime,
		private readonly service: Answering,
	) {}

	/** Which request from now the process dies during; undefined if it doesn't. */
	killAtRequest(number: number | undefined): void {
		this.requestsUntilKill = number;
	}

	attach(context: PollContext, life: Life, onRequest: () => void): PollContext {
		context.helpers.httpRequestWithAuthentication = async (_credential, options) => {
			onRequest();
			return await this.send(context, options, life);
		};
		return context;
	}

	private async send(context: PollContext, options: IHttpRequestOptions, life: Life) {
		if (life.isOver) return await never();
		const { timeout = 300_000 } = options;
		// No two polls end in the very same millisecond.
		const jitterMs = this.sent++ % 7;
		const thereMs = Math.min(this.latencyMs, timeout) / 2;
		await this.time.sleep(thereMs + jitterMs);
		const arrival = this.outage === undefined ? this.ask(options) : undefined;
		if (this.requestsUntilKill !== undefined && --this.requestsUntilKill <= 0) {
			life.end();
			return await never();
		}
		if (!arrival) throw brokenRequest(context, options, KEY, this.outage ?? '');
		const latencyMs = arrival.latencyMs ?? this.latencyMs;
		const isTooSlow = latencyMs > timeout || arrival.lost === 'ETIMEDOUT';
		await this.time.sleep((isTooSlow ? timeout : latencyMs + 2 * jitterMs) - thereMs - jitterMs);
		if (isTooSlow) throw brokenRequest(context, options, KEY, 'ECONNABORTED');
		if (arrival.lost !== undefined) throw brokenRequest(context, options, KEY, arrival.lost);
		return { statusCode: arrival.status, headers: arrival.headers, body: arrival.body };
	}

	private ask(options: IHttpRequestOptions): Arrival {
		return ask(this.service, toRequest(options, KEY), 'reset');
	}
}
