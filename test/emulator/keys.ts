import type { Ids } from './ids';
import { ServiceError } from './serviceError';

export const DEFAULT_WORKSPACE = 'default';
export const READ_SCOPES: readonly string[] = ['submissions:read', 'forms:read'];
/** The specification requires "write permission" without naming the scope; this name is ours. */
export const WRITE_SCOPE = 'destinations:write';

type KeyOptions = { key?: string; scopes?: readonly string[]; workspace?: string };

export type ApiKey = {
	readonly key: string;
	readonly scopes: readonly string[];
	readonly workspace: string;
};

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(ids: Ids) {
	const known = new Map<string, ApiKey>();
	return {
		add(options: KeyOptions = {}): string {
			const key = options.key ?? ids.next('key');
			const { scopes = READ_SCOPES, workspace = DEFAULT_WORKSPACE } = options;
			known.set(key, { key, scopes, workspace });
			return key;
		},
		revoke(key: string): void {
			if (!known.delete(key)) throw new Error(`There is no key ${key} to revoke`);
		},
		find(headers: Record<string, string>): ApiKey | undefined {
			const sent = sentKey(headers);
			return sent === undefined ? undefined : known.get(sent);
		},
	};
}

export function assertScope(key: ApiKey, scope: string): void {
	if (!key.scopes.includes(scope)) {
		throw new ServiceError(403, `The key lacks the scope ${scope}`);
	}
}

/** `Authorization` takes precedence if both headers are sent. */
function sentKey(headers: Record<string, string>): string | undefined {
	const { authorization } = headers;
	if (authorization === undefined) return headers['x-api-key'];
	return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}
