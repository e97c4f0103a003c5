/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setImmediate as turn } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node.ts';
import { executeContext, type Credential } from '../support/n8n';

type Response = { statusCode: number; body: unknown };

/** Runs the action node in n8n's context; each response comes after a turn of the event loop. */
export async function runAnswered(
	parameters: IDataObject,
	credential: Credential,
	answer: (url: string) => Response,
): Promise<INodeExecutionData[] | undefined> {
	const context = executeContext({ kind: 'formSubmissions', parameters, credential });
	const headers = { 'content-type': 'application/json' };
	Object.assign(context.helpers, {
		httpRequestWithAuthentication: async (_credential: string, { url }: { url: string }) =>
			await turn({ headers, ...answer(url) }),
	});
	const [items] = await new FormSubmissions().execute.call(context);
	return items;
}
