/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { parseArgs } from 'node:util';

import { isCancel, password, text } from '@clack/prompts';

import { checkBaseUrl } from '../../nodes/FormSubmissions/api/urls/baseUrl';
import { NothingToCheck } from './observe';

const URL_VARIABLE = 'FORM_SUBMISSIONS_BASE_URL';
const KEY_VARIABLE = 'FORM_SUBMISSIONS_API_KEY';
const URL_PROMPT = { message: 'Base URL', placeholder: 'https://api.example.com' };
const KEY_PROMPT = { message: 'API key (is not shown or stored)' };

export const USAGE = `npm run check-service [-- options]
Asks a service, with reads only, what the specification leaves open, and compares it with what the
nodes assume. Nothing that it prints or writes contains the key or anything from a submission.
  ${URL_VARIABLE}  the base URL, as in the credential
  ${KEY_VARIABLE}   a key that reads forms and submissions
                             At a terminal, what is missing is asked for.
  --json <file>      also write the result as JSON
  --compare <file>   show what differs from such a file; "emulator": from the emulator
  --long             also find out how long a cursor lives (up to an hour)
  --help
Exit code: 0 as assumed, 1 the nodes would go wrong somewhere, 2 nothing could be checked`;

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
	const entered =
		process.env[URL_VARIABLE] || (await ask(URL_VARIABLE, async () => await text(URL_PROMPT)));
	const baseUrl = checkBaseUrl(entered);
	if (!baseUrl.ok) {
		throw new NothingToCheck(
			`The base URL can't be used (${baseUrl.problem}). Enter the address of the API, e.g. https://api.example.com.`,
		);
	}
	return {
		baseUrl: baseUrl.value,
		key:
			process.env[KEY_VARIABLE] ||
			(await ask(KEY_VARIABLE, async () => await password(KEY_PROMPT))),
	};
}

async function ask(variable: string, prompt: () => Promise<string | symbol>): Promise<string> {
	if (!process.stdin.isTTY) throw new NothingToCheck(`Set ${variable}.`);
	const entered = await prompt();
	if (isCancel(entered) || entered.trim() === '') throw new NothingToCheck('Nothing was entered.');
	return entered.trim();
}
