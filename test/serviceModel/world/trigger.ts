/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import * as crypto from 'node:crypto';
import { join } from 'node:path';

import * as n8nWorkflow from 'n8n-workflow';

import type { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { PROJECT } from '../../../sandbox/paths';
import { evaluateAnew } from './freshModules';

export type Poll = FormSubmissionsPollingTrigger['poll'];

/** Loads a polling trigger as a newly started process does, with nothing in memory. */
export type LoadTrigger = () => Poll;

const FILE = join(PROJECT, 'nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts');

/** The real node; n8n itself stays loaded. */
export const loadRealTrigger: LoadTrigger = () => {
	const loaded = evaluateAnew(FILE, { crypto, 'n8n-workflow': n8nWorkflow }) as {
		FormSubmissionsPollingTrigger: typeof FormSubmissionsPollingTrigger;
	};
	return new loaded.FormSubmissionsPollingTrigger().poll;
};
