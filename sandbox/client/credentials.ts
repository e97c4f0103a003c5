import { asObject, optionalText, textOf, type JsonObject } from './json';
import type { Session } from './session';

export type CredentialRef = { id: string; name: string; type: string };
export type CredentialTest = { status: string; message: string };

export type Credentials = {
	create: (type: string, name: string, data: JsonObject) => Promise<CredentialRef>;
	update: (credential: CredentialRef, data: JsonObject) => Promise<void>;
	/** Presses "Test" in the credential: n8n calls the service. */
	test: (credential: CredentialRef, data: JsonObject) => Promise<CredentialTest>;
	remove: (credential: CredentialRef) => Promise<void>;
};

export function createCredentials({ rest }: Session): Credentials {
	return {
		async create(type, name, data) {
			const created = await rest('POST', '/credentials', { name, type, data });
			return { id: textOf(asObject(created, 'the new credential'), 'id'), name, type };
		},
		async update({ id, name, type }, data) {
			await rest('PATCH', `/credentials/${id}`, { name, type, data });
		},
		async test(credential, data) {
			const tested = await rest('POST', '/credentials/test', {
				credentials: { ...credential, data },
			});
			const { status, message } = asObject(tested, 'the credential test');
			return { status: String(status), message: optionalText(message) ?? '' };
		},
		async remove({ id }) {
			await rest('DELETE', `/credentials/${id}`);
		},
	};
}
