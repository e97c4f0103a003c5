/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
/**
 * The scan that n8n runs before it verifies a package; `test/package/scan.test.ts` runs it.
 * n8n scans two folders: the package in the repository from which it was published, and the published
 * package. `npx tsx scripts/scan/main.ts <folder>` scans the source of another package instead.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PROJECT } from '../../test/sandbox/paths';
import { unpackPackage } from '../../test/sandbox/install/unpackPackage';
import { PUBLISHED_FILE_PATTERNS, scanFolder, type Finding } from './scanFolder';

async function scanSource(folder: string): Promise<Finding[]> {
	const { findPackageRoot, SOURCE_FILE_PATTERNS } = await import(
		'@n8n/scan-community-package/scanner/scanner.mjs'
	);
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		name: string;
	};
	const root = findPackageRoot(folder, manifest.name);
	if (root !== folder) throw new Error(`n8n would take ${root} for the source of the package`);
	return report('source', await scanFolder(folder, SOURCE_FILE_PATTERNS));
}

async function scanPublished(): Promise<Finding[]> {
	const { folder, remove } = await unpackPackage();
	try {
		return report('published package', await scanFolder(folder, PUBLISHED_FILE_PATTERNS));
	} finally {
		remove();
	}
}

function report(what: string, findings: Finding[]): Finding[] {
	const lines = findings.map(
		({ place, severity, rule, text }) => `  ${place}  ${severity}  ${text}  (${rule})\n`,
	);
	const count = findings.length === 0 ? 'nothing found' : `${findings.length} found`;
	process.stdout.write(`n8n's scanner, ${what}: ${count}\n${lines.join('')}`);
	return findings;
}

async function main(): Promise<void> {
	const [other] = process.argv.slice(2);
	const findings = other
		? await scanSource(resolve(other))
		: [...(await scanSource(PROJECT)), ...(await scanPublished())];
	if (findings.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
