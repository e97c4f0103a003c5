import type { Delivery } from './delivery';

/** `status` and `body` are what the receiver answered. */
export type DeliveryResult = { url: string; status: number; body: string };

/** POSTs a delivery. Rejects when the receiver cannot be reached; the service is not known to retry. */
export async function deliver(delivery: Delivery): Promise<DeliveryResult> {
	const { url, headers, body } = delivery;
	const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
	return { url, status: response.status, body: await response.text() };
}
