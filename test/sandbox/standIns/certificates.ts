/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isObject } from '../client/json';
import { run } from '../host/run';

const MISSING =
	'OpenSSL is missing. It creates the certificates for the programs on this machine that stand in for other services. Install it (on Debian and Ubuntu "apt install openssl"), then run the command again.';

const NEW_KEY = ['-newkey', 'rsa:2048', '-nodes'];

/** A new certificate authority that nothing else trusts, and a certificate issued by it. */
export async function makeCertificates(folder: string, names: string[]) {
	const file = (name: string) => join(folder, name);
	const openssl = async (...args: string[]) => {
		try {
			await run('openssl', args, { cwd: folder });
		} catch (error) {
			throw isMissing(error) ? new Error(MISSING) : error;
		}
	};
	writeFileSync(
		file('names.cnf'),
		`subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
	);
	const authority = ['-subj', '/CN=Test authority', '-addext', 'keyUsage=keyCertSign'];
	const out = ['-keyout', 'authority.key', '-out', 'authority.pem', '-days', '2'];
	await openssl('req', '-x509', ...NEW_KEY, ...authority, ...out);
	await openssl('req', ...NEW_KEY, '-subj', '/CN=Test', '-keyout', 'key.pem', '-out', 'wish.pem');
	const by = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-days', '2'];
	const to = ['-in', 'wish.pem', '-extfile', 'names.cnf', '-out', 'cert.pem'];
	await openssl('x509', '-req', ...to, ...by);
	return {
		/** The file of the authority's own certificate, for `NODE_EXTRA_CA_CERTS`. */
		authorityFile: file('authority.pem'),
		/** A certificate for a server with each of these names. */
		key: readFileSync(file('key.pem'), 'utf8'),
		cert: readFileSync(file('cert.pem'), 'utf8'),
	};
}

const isMissing = (error: unknown): boolean => isObject(error) && error.code === 'ENOENT';
