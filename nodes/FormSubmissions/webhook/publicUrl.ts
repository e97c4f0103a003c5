import { isLocalHost } from '../api/urls/hostScope';
import { parseUrl } from '../api/urls/baseUrl';

/**
 * Why the service can't deliver to a URL (specification, section 4: a destination must be publicly
 * reachable), as a message to the person who publishes; undefined if it can. A service on the
 * user's own network reaches local addresses, so nothing is checked there.
 */
export function publicUrlProblem(webhookUrl: string, serviceBaseUrl: string): string | undefined {
	if (isLocalHost(new URL(serviceBaseUrl).hostname)) return undefined;
	const parsed = parseUrl(webhookUrl);
	if (parsed && !isLocalHost(parsed.hostname)) return undefined;
	return `The service can't reach this n8n at ${parsed?.origin ?? webhookUrl}, so no submission would ever arrive. Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n) to n8n's public https address and restart n8n, or use the Form Submissions Polling Trigger, which needs no public address.`;
}
