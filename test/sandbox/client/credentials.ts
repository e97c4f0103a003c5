import { asObject, optionalText, textOf, type JsonObject } from './json';
import type { Session } from './session';

export type CredentialRef = { id: string; name: string; type: string };
export type CredentialTest = { status: string; message: string };

export function createCredentials({ rest }: Session) {
	return {
		async create(type: string, name: string, data: JsonObject): Promise<CredentialRef> {
			const created = await rest('POST', '/credentials', { name, type, data });
			return { id: textOf(asObject(created, 'the new credential'), 'id'), name, type };
		},
		async update({ id, name, type }: CredentialRef, data: JsonObject): Promise<void> {
			await rest('PATCH', `/credentials/${id}`, { name, type, data });
		},
		/** Presses "Test" in the credential: n8n calls the service. */
		async test(credential: CredentialRef, data: JsonObject): Promise<CredentialTest> {
			const tested = await rest('POST', '/credentials/test', {
				credentials: { ...credential, data },
			});
			const { status, message } = asObject(tested, 'the credential test');
			return { status: String(status), message: optionalText(message) ?? '' };
		},
	};
}
