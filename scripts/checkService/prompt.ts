/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export type PromptOptions = { isHidden?: boolean };

/** What the person at the terminal enters; empty if they press Ctrl-D. */
export async function prompt(question: string, { isHidden }: PromptOptions = {}): Promise<string> {
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const output = isHidden ? nowhere : process.stdout;
	const terminal = createInterface({ input: process.stdin, output, terminal: true });
	// Otherwise, Ctrl-C would only end the question.
	terminal.on('SIGINT', () => process.exit(130));
	try {
		if (isHidden) process.stdout.write(question);
		return await new Promise((resolve, reject) => {
			terminal.once('close', () => resolve(''));
			terminal.question(isHidden ? '' : question).then(resolve, reject);
		});
	} finally {
		terminal.close();
		if (isHidden) process.stdout.write('\n');
	}
}
