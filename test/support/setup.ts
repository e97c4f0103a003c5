/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

// n8n-core registers its services with decorators, so this must be loaded first.
import 'reflect-metadata';

import { STATE } from '../sandbox/paths';

// Tests check what is logged; the terminal stays quiet.
process.env.N8N_LOG_LEVEL ??= 'silent';

// n8n-core stores settings of its own: by default in the person's home, where those of a real n8n may be.
process.env.N8N_USER_FOLDER = join(STATE, `unit-${process.env.JEST_WORKER_ID ?? 'alone'}`);
