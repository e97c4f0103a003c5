import { startTemporaryN8n, type TemporaryN8n } from '../sandbox/host/temporaryN8n';
import { ensureN8n } from '../sandbox/install/installN8n';

/** Runs a real n8n for one measurement; `env` is added to its environment. */
export async function withN8n<T>(
	use: (n8n: TemporaryN8n) => Promise<T>,
	env: Record<string, string> = {},
): Promise<T> {
	await ensureN8n();
	const n8n = await startTemporaryN8n(env);
	try {
		return await use(n8n);
	} finally {
		await n8n.end();
	}
}
