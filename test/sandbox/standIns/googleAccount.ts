import { generateKeyPairSync } from 'node:crypto';

import type { Site } from './internet';

export const GOOGLE_TOKEN = 'token-of-the-stand-in';

/** Where n8n's Google nodes get their token; accepts any service account. */
export const GOOGLE_LOGIN: Record<string, Site> = {
	'oauth2.googleapis.com': () => ({
		status: 200,
		body: { access_token: GOOGLE_TOKEN, token_type: 'Bearer', expires_in: 3600 },
	}),
};

/** The data of a `googleApi` credential, n8n's for a service account; any key will do. */
export function makeServiceAccount(): { email: string; privateKey: string } {
	const { privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});
	return { email: 'robot@example.com', privateKey };
}
