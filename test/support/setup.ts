/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
// n8n-core registers its services with decorators, so this must be loaded first.
import 'reflect-metadata';

// Tests check what is logged; the terminal stays quiet.
process.env.N8N_LOG_LEVEL ??= 'silent';
