/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
// n8n-core registers its services by decorators; this has to be loaded before any of them.
import 'reflect-metadata';

// Tests look at what is logged, not at the terminal.
process.env.N8N_LOG_LEVEL ??= 'silent';
