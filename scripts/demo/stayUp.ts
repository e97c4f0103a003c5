/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createInterface } from 'node:readline';

import { styleText } from 'node:util';

import { OWNER } from '../../test/sandbox/client/session';
import type { Stage } from './prepare';

/** Keeps everything running until Ctrl-C, so that a user can open the editor. */
export async function stayUp({ url, world }: Stage, print: (text: string) => void) {
	print(`
${styleText('bold', 'n8n stays up.')} Editor     ${styleText('cyan', `${url}/home/workflows`)}
               Email      ${OWNER.email}
               Password   ${OWNER.password}
The service    Base URL   ${world.baseUrl}
               API key    ${world.apiKey}

Press Enter to have someone fill in the form "${world.contact.name}", Ctrl-C to stop everything.`);
	const input = createInterface({ input: process.stdin });
	input.on('line', () => {
		void world.emulator.submit(world.contact.id).then(
			({ submission, results }) =>
				print(
					`${submission.id} delivered, n8n responded ${results.map(({ status }) => status).join()}`,
				),
			(error: unknown) => print(`Not delivered: ${String(error)}`),
		);
	});
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.removeAllListeners(signal).once(signal, resolve);
		}
	});
	input.close();
}
