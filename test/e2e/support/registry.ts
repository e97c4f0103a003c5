/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { asObject } from '../../sandbox/client/json';
import { freePort } from '../../sandbox/host/freePort';
import { logTail, run, startProgram } from '../../sandbox/host/run';
import { createTemporaryFolder } from '../../sandbox/host/temporaryFolder';
import { waitFor } from '../../sandbox/host/waitFor';
import { unpackPackage } from '../../sandbox/install/unpackPackage';

const VERDACCIO = require.resolve('verdaccio/bin/verdaccio');

/** Everything may be read and published by anyone, and nothing is fetched from elsewhere. */
const CONFIG = `
storage: ./storage
auth: { htpasswd: { file: ./users } }
packages: { '**': { access: $all, publish: $all } }
max_body_size: 50mb
web: { enable: false }
log: { type: stdout, format: pretty, level: warn }
`;

/**
 * A registry of npm packages on this machine, which contains only what a test publishes. `publicUrl`:
 * where its clients believe it to be.
 */
export async function startRegistry(publicUrl: string) {
	const folder = await createTemporaryFolder('form-submissions-registry-');
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const config = join(folder.path, 'config.yaml');
	const logFile = join(folder.path, 'registry.log');
	writeFileSync(config, CONFIG);
	const args = [VERDACCIO, '--config', config, '--listen', `127.0.0.1:${port}`];
	const server = startProgram(process.execPath, args, {
		cwd: folder.path,
		env: { ...process.env, VERDACCIO_PUBLIC_URL: publicUrl },
		logFile,
	});
	const stop = async () => {
		await server.kill();
		await folder.remove();
	};
	try {
		await waitFor('the registry to answer', async (see) => {
			if (server.hasEnded()) throw new Error(`The registry has ended: ${logTail(logFile)}`);
			const answer = await fetch(`${url}/-/ping`).catch(see);
			return answer?.ok === true ? true : undefined;
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url,
		/** Publishes the packed package as it is, but with another version number. */
		async publish(version: string): Promise<void> {
			const unpacked = await unpackPackage();
			try {
				const path = join(unpacked.folder, 'package.json');
				const manifest = asObject(JSON.parse(readFileSync(path, 'utf8')), 'package.json');
				writeFileSync(path, JSON.stringify({ ...manifest, version, publishConfig: undefined }));
				// npm publishes nothing without a token, but this registry accepts any.
				const token = `--//127.0.0.1:${port}/:_authToken=none`;
				const options = {
					cwd: folder.path,
					env: { npm_config_userconfig: join(folder.path, 'npmrc') },
				};
				const flags = ['--ignore-scripts', '--registry', url, token];
				await run('npm', ['publish', unpacked.folder, ...flags], options);
			} finally {
				unpacked.remove();
			}
		},
		stop,
	};
}
