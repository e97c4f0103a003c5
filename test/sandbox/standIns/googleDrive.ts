import { asObject, textOf } from '../client/json';
import type { Site } from './internet';

const HOST = 'www.googleapis.com';
const UPLOAD = '/upload/drive/v3/files';

/** The data of a `googleDriveOAuth2Api` credential to which a person has connected an account. */
export const DRIVE_ACCOUNT = {
	clientId: 'client',
	clientSecret: 'secret',
	oauthTokenData: { access_token: 'token', token_type: 'Bearer' },
};

/** The part of the Drive API (v3) with which n8n's node uploads a file. */
export function createGoogleDrive() {
	const files: Array<{ name: string; content: string }> = [];
	let isRefused: (name: string) => boolean = () => false;

	/** A file is announced; its content then goes to the location in the response. */
	const answer: Site = ({ method, path, body }) => {
		const id = Number(path.split('/').at(-1));
		const file = files[id];
		if (file !== undefined) {
			if (method === 'PUT') file.content += body;
			return { status: 200, body: { id: String(id) } };
		}
		if (path !== UPLOAD) return { status: 501, body: { error: `Not part of this: ${path}` } };
		const name = textOf(asObject(JSON.parse(body), 'the metadata'), 'name');
		if (isRefused(name)) {
			return { status: 403, body: { error: { code: 403, message: 'The drive is full' } } };
		}
		const location = `https://${HOST}${UPLOAD}/${files.length}`;
		files.push({ name, content: '' });
		return { status: 200, headers: { location }, body: {} };
	};

	return {
		/** By host, for `startInternet`. */
		sites: { [HOST]: answer },
		/** The uploaded files. */
		files,
		/** From now on, responds to files with such names with 403. Default: none. */
		refuse(rule: (name: string) => boolean): void {
			isRefused = rule;
		},
	};
}
