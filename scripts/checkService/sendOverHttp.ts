import type { Send } from './client';

const TIMEOUT_MS = 30_000;

/** Follows no redirect: the key would go to another host. */
export function sendOverHttp(baseUrl: string): Send {
	return async (path, key) => {
		const response = await fetch(`${baseUrl}${path}`, {
			headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: await response.text(),
		};
	};
}
