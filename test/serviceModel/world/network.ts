import type { PollContext } from 'n8n-core';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { brokenRequest } from '../../support/edge';
import type { Answer } from '../model/answers';
import type { Service } from '../model/service';
import { never, type Life } from './life';
import type { VirtualTime } from './virtualTime';

/** The network between n8n and the service: takes time, and behaves like n8n's request helper. */
export class Network {
	/** The time from a request to its response (milliseconds). */
	latencyMs = 50;

	private sent = 0;

	private requestsUntilKill: number | undefined;

	constructor(
		private readonly time: VirtualTime,
		private readonly service: Service,
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
		const isTooSlow = this.latencyMs > timeout;
		// No two polls end in the very same millisecond.
		const jitterMs = this.sent++ % 7;
		const halfMs = isTooSlow ? timeout / 2 : this.latencyMs / 2 + jitterMs;
		await this.time.sleep(halfMs);
		const answer = this.answer(options);
		if (this.requestsUntilKill !== undefined && --this.requestsUntilKill <= 0) {
			life.end();
			return await never();
		}
		await this.time.sleep(halfMs);
		if (isTooSlow) throw brokenRequest(context, options, 'key', 'ECONNABORTED');
		if (answer === 'cut') throw brokenRequest(context, options, 'key', 'ECONNRESET');
		return { statusCode: answer.status, headers: answer.headers, body: answer.body };
	}

	private answer({ url, qs = {} }: IHttpRequestOptions): Answer {
		const { pathname, searchParams } = new URL(url);
		for (const [name, value] of Object.entries(qs)) {
			if (value !== undefined) searchParams.set(name, String(value));
		}
		return this.service.handle(pathname, searchParams, this.time.nowMs);
	}
}
