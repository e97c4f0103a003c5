import { asArray, asObject, textOf } from '../client/json';
import { GOOGLE_LOGIN, GOOGLE_TOKEN } from './googleAccount';
import type { Site, SiteAnswer, SiteRequest } from './internet';

type DriveFile = { name: string; folder: string; content: Buffer };

const HOST = 'www.googleapis.com';
const UPLOAD = '/upload/drive/v3/files';

/** The part of the Drive API (v3) with which n8n's node uploads a file; refuses everything else. */
export function createGoogleDrive() {
	const files = new Map<string, DriveFile>();
	let isRefused: (name: string) => boolean = () => false;

	/**
	 * Announces a file, whose content then goes to the location in the response. Older versions of n8n
	 * send a small file along with its metadata.
	 */
	function announce({ bytes }: SiteRequest): SiteAnswer {
		const [head, content = Buffer.alloc(0)] = partsOf(bytes);
		const metadata = asObject(JSON.parse(String(head)), 'the metadata');
		const name = textOf(metadata, 'name');
		if (isRefused(name)) {
			return { status: 403, body: { error: { code: 403, message: 'The drive is full' } } };
		}
		const id = `file-${files.size + 1}`;
		const [folder] = asArray(metadata.parents, 'the folders');
		files.set(id, { name, folder: String(folder), content });
		return { status: 200, headers: { location: `https://${HOST}${UPLOAD}/${id}` }, body: { id } };
	}

	const answer: Site = (request) => {
		const { method, path, authorization, bytes } = request;
		const id = path.split('/').at(-1) ?? '';
		const file = files.get(id);
		// The location of an announced file is itself the permission to write it.
		if (method === 'PUT' && file !== undefined) {
			file.content = Buffer.concat([file.content, bytes]);
			return { status: 200, body: { id } };
		}
		if (authorization !== `Bearer ${GOOGLE_TOKEN}`) return { status: 401, body: {} };
		if (method === 'POST' && path === UPLOAD) return announce(request);
		if (method === 'PATCH' && file !== undefined) return { status: 200, body: { id } };
		return { status: 501, body: { error: `Not part of the stand-in: ${method} ${path}` } };
	};

	return {
		/** By host, for `startInternet`. */
		sites: { ...GOOGLE_LOGIN, [HOST]: answer },
		/** The uploaded files, by ID. */
		files,
		/** From now on, responds to files with such names with 403. Default: none. */
		refuse(rule: (name: string) => boolean): void {
			isRefused = rule;
		},
	};
}

/** The parts of a multipart body, or else the whole body. */
function partsOf(bytes: Buffer): Buffer[] {
	const text = bytes.toString('latin1');
	const [boundary = ''] = text.split('\r\n');
	if (!boundary.startsWith('--')) return [bytes];
	const parts = text.split(boundary).slice(1, -1);
	return parts.map((part) => Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4, -2), 'latin1'));
}
