import type { PollContext } from 'n8n-core';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ask, type Answering, type Arrival } from '../../support/bridge';
import { brokenRequest, toRequest } from '../../support/edge';
import { never, type Life } from './life';
import { KEY } from './pollFunctions';
import type { VirtualTime } from './virtualTime';

/** Is told what becomes of a poll's requests. */
type Observer = { sent: () => void; hindered: () => void; cursorFailed: () => void };

/** Twenty such pages fit into a poll: what comes in between two polls may be more. */
const SMALL_PAGE = 40;
const SLOW_MS = 2_000;

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

	attach(context: PollContext, life: Life, observer?: Observer): PollContext {
		context.helpers.httpRequestWithAuthentication = async (_credential, options) => {
			observer?.sent();
			return await this.send(context, options, life, observer);
		};
		return context;
	}

	private async send(
		context: PollContext,
		options: IHttpRequestOptions,
		life: Life,
		observer?: Observer,
	) {
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
		if (this.hinders(arrival, options)) observer?.hindered();
		if (
			options.qs?.cursor !== undefined &&
			(!arrival || arrival.lost !== undefined || arrival.status !== 200)
		)
			observer?.cursorFailed();
		if (!arrival) throw brokenRequest(context, options, KEY, this.outage ?? '');
		const latencyMs = arrival.latencyMs ?? this.latencyMs;
		const isTooSlow = latencyMs > timeout || arrival.lost === 'ETIMEDOUT';
		await this.time.sleep((isTooSlow ? timeout : latencyMs + 2 * jitterMs) - thereMs - jitterMs);
		if (isTooSlow) throw brokenRequest(context, options, KEY, 'ECONNABORTED');
		if (arrival.lost !== undefined) throw brokenRequest(context, options, KEY, arrival.lost);
		return { statusCode: arrival.status, headers: arrival.headers, body: arrival.body };
	}

	/**
	 * Whether such a response keeps a poll from reading the top of the list. A cursor that is refused,
	 * or a page further down that can't be read, does not.
	 */
	private hinders(arrival: Arrival | undefined, { qs }: IHttpRequestOptions): boolean {
		if (!arrival || arrival.lost !== undefined || arrival.status === 429) return true;
		if (arrival.fault === 'scripted') return true;
		const isTop = qs?.cursor === undefined;
		if (arrival.fault === 'noId' || arrival.status !== 200) return isTop;
		const [, limit = '100'] = /"limit":(\d+)/.exec(arrival.body.slice(-300)) ?? [];
		return Number(limit) < SMALL_PAGE || (arrival.latencyMs ?? this.latencyMs) > SLOW_MS;
	}

	private ask(options: IHttpRequestOptions): Arrival {
		return ask(this.service, toRequest(options, KEY), 'reset');
	}
}
