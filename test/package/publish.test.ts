/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tryToRun } from '../sandbox/host/run';
import { PROJECT } from '../sandbox/paths';

/** By these, npm tells that it runs in a workflow; the tests themselves may run in one. */
const OF_WORKFLOWS =
	/^(?:CI|GITHUB_|ACTIONS_|GITLAB_|SIGSTORE_|RELEASE_MODE|npm_config_|NPM_CONFIG_)/;

/** Accepts every package, and notes what npm asked of it. */
let registry: Server;
let requests: string[];
let folder: string;

beforeEach(async () => {
	requests = [];
	registry = createServer((request, response) => {
		requests.push(String(request.method));
		request.resume();
		response.writeHead(request.method === 'GET' ? 404 : 201, {
			'content-type': 'application/json',
		});
		response.end('{}');
	});
	await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
	folder = mkdtempSync(join(tmpdir(), 'form-submissions-publish-'));
	for (const file of ['package.json', '.npmrc']) cpSync(join(PROJECT, file), join(folder, file));
});

afterEach(async () => {
	rmSync(folder, { recursive: true, force: true });
	await new Promise((resolve) => registry.close(resolve));
});

async function publish(...flags: string[]) {
	const host = `//127.0.0.1:${(registry.address() as AddressInfo).port}/`;
	const hidden = Object.keys(process.env).filter((name) => OF_WORKFLOWS.test(name));
	return await tryToRun(
		'npm',
		['publish', '--registry', `http:${host}`, `--${host}:_authToken=none`, ...flags],
		{ cwd: folder, env: Object.fromEntries(hidden.map((name) => [name, undefined])) },
	);
}

describe('npm publish', () => {
	it('sends nothing outside a workflow: such a version would have no provenance', async () => {
		const { exitCode, stderr } = await publish();

		expect(stderr).toMatch(/provenance generation not supported/i);
		expect(exitCode).toBe(1);
		expect(requests).not.toContain('PUT');
	});

	it('would send it if the package did not ask for provenance', async () => {
		const { exitCode } = await publish('--provenance=false');

		expect(exitCode).toBe(0);
		expect(requests).toContain('PUT');
	});
});
