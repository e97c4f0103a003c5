import { sleep, type IHookFunctions, type ITriggerFunctions } from 'n8n-workflow';

import { parseUrl } from '../../api/urls/baseUrl';
import { isLocalHost } from '../../api/urls/localHosts';
import { readState, writeState } from '../../state/nodeStates';
import { isPublication } from '../../watching/session';
import { readBaseAddress } from '../parameters';

/*
 * Where n8n receives a trigger's deliveries. n8n tells this only beside publishing, whereas its host, which may change
 * with each start, is in an address that expressions know: so the path is stored, and the host asked for.
 */

/** n8n publishes the trigger's address. */
export function storeAddress(context: IHookFunctions): void {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const base = readBaseAddress(context);
	const path = url.startsWith(base) ? url.slice(base.length) : undefined;
	if (path !== undefined && path !== pathOf(context)) writeState(context, 'address', { path });
}

/** The path that was stored for the node's present webhook. */
function pathOf(context: IHookFunctions | ITriggerFunctions): string | undefined {
	const { path } = readState(context, 'address') ?? {};
	const { webhookId = '' } = context.getNode();
	return typeof path === 'string' && path.includes(webhookId) ? path : undefined;
}

/** How long n8n may take to publish an address beside the trigger (milliseconds). */
const TOLD_WITHIN_MS = 10_000;

const CHECK_MS = 50;

/** The address at present, at n8n's `baseAddress`; undefined if n8n hasn't told it. */
export async function addressOf(
	context: ITriggerFunctions,
	baseAddress: string,
): Promise<string | undefined> {
	for (
		let waitedMs = 0;
		isPublication(context) && waitedMs < TOLD_WITHIN_MS;
		waitedMs += CHECK_MS
	) {
		if (pathOf(context) !== undefined) break;
		await sleep(CHECK_MS);
	}
	const path = pathOf(context);
	return path === undefined ? undefined : `${baseAddress}${path}`;
}

/**
 * Whether the service can deliver to a URL, which must be publicly reachable (specification, section 4). A
 * service on the user's own network reaches local addresses, too.
 */
export function isReachable(url: string, baseUrl: string): boolean {
	if (isLocalHost(new URL(baseUrl).hostname)) return true;
	const parsed = parseUrl(url);
	return parsed !== undefined && !isLocalHost(parsed.hostname);
}
