/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine, with all emails it has received. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** It takes every email, without a password. */
export async function startMailServer() {
	const received: Email[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _session, done) {
			buffer(stream)
				.then(async (raw) => received.push(await PostalMime.parse(raw)))
				.then(() => done(), done);
		},
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.server.address() as AddressInfo;
	return {
		received,
		/** The data of n8n's SMTP credential. */
		account: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		stop: async (): Promise<void> => await new Promise((resolve) => server.close(() => resolve())),
	};
}
