/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { parseArgs } from 'node:util';

import { checkBaseUrl } from '../../nodes/FormSubmissions/api/urls/baseUrl';
import { NothingToCheck } from './observe';
import { prompt, type PromptOptions } from './prompt';

const URL_VARIABLE = 'FORM_SUBMISSIONS_BASE_URL';
const KEY_VARIABLE = 'FORM_SUBMISSIONS_API_KEY';
const URL_PROMPT = 'Base URL, e.g. https://api.example.com: ';
const KEY_PROMPT = 'API key (is not shown or stored): ';

export const USAGE = `npm run check-service [-- options]
Asks a service, with reads only, what the specification leaves open, and compares it with what the
nodes assume. Nothing that it prints or writes contains the key or anything from a submission.
  ${URL_VARIABLE}  the base URL, as in the credential
  ${KEY_VARIABLE}   a key that reads forms and submissions
                             At a terminal, you are asked for what is missing.
  --json <file>      also write the result as JSON
  --compare <file>   show what differs from such a file, or, with "emulator", from the emulator
  --long             also find out how long a cursor lives (up to an hour)
  --help
Exit code: 0 all as assumed, 1 the nodes would go wrong somewhere, 2 nothing could be checked`;

export type Options = ReturnType<typeof readOptions>;

export function readOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			json: { type: 'string' },
			compare: { type: 'string' },
			long: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	return values;
}

/** The service to check, from the environment or from the person at the terminal. */
export async function readService(): Promise<{ baseUrl: string; key: string }> {
	const entered = await ask(URL_VARIABLE, URL_PROMPT);
	const baseUrl = checkBaseUrl(entered);
	if (!baseUrl.ok) {
		throw new NothingToCheck(
			`The base URL can't be used (${baseUrl.problem}). Enter the address of the API, e.g. https://api.example.com.`,
		);
	}
	return { baseUrl: baseUrl.value, key: await ask(KEY_VARIABLE, KEY_PROMPT, { isHidden: true }) };
}

async function ask(variable: string, question: string, options?: PromptOptions): Promise<string> {
	const set = process.env[variable];
	if (set) return set;
	if (!process.stdin.isTTY) throw new NothingToCheck(`Set ${variable}.`);
	const entered = (await prompt(question, options)).trim();
	if (entered === '') throw new NothingToCheck('Nothing was entered.');
	return entered;
}
