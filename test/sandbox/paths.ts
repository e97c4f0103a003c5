/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join, resolve } from 'node:path';

/** The project's folder, and what the sandbox stores in it. */
export const PROJECT = resolve(__dirname, '../..');
/** State of demo and builds between runs; git ignores it. */
export const STATE = join(PROJECT, '.sandbox');
