/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../host/run';
import { packPackage } from './packPackage';

/** What npm would publish, as files in a separate folder; gone after `remove`. */
export type UnpackedPackage = Awaited<ReturnType<typeof unpackPackage>>;

export async function unpackPackage() {
	const { tarball } = await packPackage();
	const folder = mkdtempSync(join(tmpdir(), 'form-submissions-package-'));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	} catch (error) {
		remove();
		throw error;
	}
	return { folder, remove };
}
