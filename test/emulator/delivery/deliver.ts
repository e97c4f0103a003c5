import type { Delivery } from './delivery';

/** `status` and `body` are the receiver's response. */
type DeliveryResult = { url: string; status: number; body: string };

/** POSTs a delivery. Rejects if the receiver can't be reached; retries are not documented. */
export async function deliver(delivery: Delivery): Promise<DeliveryResult> {
	const { url, body } = delivery;
	// A connection kept open could be closed by the receiver at this moment.
	const headers = { ...delivery.headers, connection: 'close' };
	const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
	return { url, status: response.status, body: await response.text() };
}
