/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import type { Installation } from '../install/installations';

/** Settings in the user's environment that would change the sandbox's n8n. */
const FOREIGN = [
	/^N8N_/,
	/^(DB|EXECUTIONS|QUEUE|CREDENTIALS|GENERIC|NODES|EXTERNAL|WORKFLOWS|OFFLOAD)_/,
	/^WEBHOOK_/,
	/^VUE_APP_/,
	// All calls stay on this machine, but they would go through a proxy.
	/^(https?|all|no)_proxy$/i,
	// Set by the process that starts n8n: a test run, or tsx.
	/^(NODE_ENV|NODE_OPTIONS|NODE_PATH|JEST_WORKER_ID)$/,
	/^npm_/,
	/^(PORT|HOST)$/,
];

/** A module that fetches a list from n8n's servers at every start. Versions without it reject its name. */
const REGISTRY_MODULE = 'mcp-registry';

type N8nAddresses = {
	userFolder: string;
	port: number;
	brokerPort: number;
	webhookUrl: string;
};

/** The environment of an n8n instance that listens on loopback only and makes no calls of its own. */
export function n8nEnvironment(
	{ modules, node }: Installation,
	{ userFolder, port, brokerPort, webhookUrl }: N8nAddresses,
	extra: Record<string, string> = {},
): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(
		([name]) => !FOREIGN.some((pattern) => pattern.test(name)),
	);
	return {
		...Object.fromEntries(inherited),
		// n8n starts its task runner with the first "node" in the PATH.
		PATH: [dirname(node), process.env.PATH].join(delimiter),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_WEBHOOK_URL: webhookUrl,
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		// The editor is served over plain http.
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_PUBLIC_API_SWAGGERUI_DISABLED: 'true',
		// Community packages in the user folder still load; this only prevents calls to the registry.
		N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
		...(existsSync(join(modules, 'n8n', 'dist', 'modules', REGISTRY_MODULE)) && {
			N8N_DISABLED_MODULES: REGISTRY_MODULE,
		}),
		EXTERNAL_FRONTEND_HOOKS_URLS: '',
		...extra,
	};
}
