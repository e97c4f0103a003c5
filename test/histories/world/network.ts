import type { TriggerContext } from 'n8n-core';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ask, type Answering, type Arrival } from '../../support/bridge';
import { brokenRequest, toRequest } from '../../support/edge';
import { never, type Life } from './life';
import type { Machine } from './machine';
import { KEY } from './triggerFunctions';
import type { Publication } from './watcher';

/** The network between n8n and the service: takes time, and behaves like n8n's request helper. */
export class Network {
	/** The error code with which every request fails, if the service can't be reached. */
	outage?: string;

	/** What is to happen just before a request reaches the service, once: at the so manieth from now. */
	next?: { requests: number; happens: () => void };

	private sent = 0;

	/** The time from a request to its response, and since when (milliseconds). */
	private readonly pages: Array<{ fromMs: number; pageMs: number }> = [];

	constructor(
		private readonly machine: Machine,
		private readonly service: Answering,
	) {
		this.pageMs = 50;
	}

	get pageMs(): number {
		return this.pages.at(-1)?.pageMs ?? 0;
	}

	set pageMs(pageMs: number) {
		this.pages.push({ fromMs: this.machine.nowMs, pageMs });
	}

	/** The longest that a response took in a span of time (milliseconds). */
	slowestMs(fromMs: number, toMs: number): number {
		const inSpan = this.pages.filter(
			(one, index) => one.fromMs <= toMs && (this.pages[index + 1]?.fromMs ?? Infinity) >= fromMs,
		);
		return Math.max(...inSpan.map(({ pageMs }) => pageMs));
	}

	/** The context's requests come here; what they cost is noted. */
	attach(context: TriggerContext, life: Life, publication?: Publication): TriggerContext {
		context.helpers.httpRequestWithAuthentication = async (_credential, options) => {
			if (publication) publication.requests++;
			return await this.send(context, options, life, publication);
		};
		return context;
	}

	private async send(
		context: TriggerContext,
		options: IHttpRequestOptions,
		life: Life,
		publication?: Publication,
	) {
		if (life.isOver) return await never();
		const { timeout = 300_000 } = options;
		// No two responses arrive in the very same millisecond.
		const jitterMs = this.sent++ % 7;
		const { pageMs } = this;
		const thereMs = Math.min(pageMs, timeout) / 2 + jitterMs;
		const fromMs = this.machine.nowMs;
		await this.machine.sleep(thereMs);
		if (this.next && --this.next.requests <= 0) this.happen();
		if (life.isOver) return await never();
		const arrival = this.outage === undefined ? this.ask(options) : undefined;
		if (!arrival) throw brokenRequest(context, options, KEY, this.outage ?? '');
		const isTooSlow = pageMs > timeout || arrival.lost === 'ETIMEDOUT';
		await this.machine.sleep((isTooSlow ? timeout : pageMs + 2 * jitterMs) - thereMs);
		if (isTooSlow) throw brokenRequest(context, options, KEY, 'ECONNABORTED');
		if (arrival.lost !== undefined) throw brokenRequest(context, options, KEY, arrival.lost);
		if (isTop(arrival, options)) publication?.onRead?.({ fromMs, toMs: this.machine.nowMs });
		return { statusCode: arrival.status, headers: arrival.headers, body: arrival.body };
	}

	private happen(): void {
		const { next } = this;
		this.next = undefined;
		next?.happens();
	}

	private ask(options: IHttpRequestOptions): Arrival {
		return ask(this.service, toRequest(options, KEY), 'reset');
	}
}

/** Whether the top of the list is what arrived. */
function isTop(arrival: Arrival, { url, qs }: IHttpRequestOptions): boolean {
	if (arrival.lost !== undefined || arrival.fault || arrival.status !== 200) return false;
	return url.endsWith('/submissions') && qs?.cursor === undefined;
}
