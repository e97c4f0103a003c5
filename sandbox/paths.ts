/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join, resolve } from 'node:path';

/** The project, and what the sandbox keeps in it. */
export const PROJECT = resolve(__dirname, '..');
/** State of demo and builds between runs; git ignores it. */
export const STATE = join(PROJECT, '.sandbox');
export const LOGS = join(STATE, 'logs');

/** The private package that pins a real n8n and the Node it runs on. */
export const N8N_PACKAGE = join(__dirname, 'n8n');
export const N8N_MODULES = join(N8N_PACKAGE, 'node_modules');
export const N8N_NODE = join(N8N_MODULES, 'node', 'bin', 'node');
export const N8N_BIN = join(N8N_MODULES, 'n8n', 'bin', 'n8n');
