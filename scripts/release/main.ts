/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
/**
 * Says everything that a release still needs. The publishing workflow runs it before it publishes. To
 * check a tag by hand, pass it the tag and the repository: `v1.2.0 owner/name`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tryToRun } from '../../test/sandbox/host/run';
import { PROJECT } from '../../test/sandbox/paths';
import { findReleaseProblems, type Release } from './problems';

const textOf = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

async function main(): Promise<void> {
	const { GITHUB_REF_NAME, GITHUB_REPOSITORY } = process.env;
	const [tag = GITHUB_REF_NAME, repository = GITHUB_REPOSITORY] = process.argv.slice(2);
	const manifest = JSON.parse(textOf('package.json')) as Release['manifest'];

	const problems = findReleaseProblems({
		tag,
		repository,
		manifest,
		changelog: textOf('CHANGELOG.md'),
		readme: textOf('README.md'),
		contactLinks: textOf('.github/ISSUE_TEMPLATE/config.yml'),
		isOnNpm: await isOnNpm(manifest.name),
	});
	const count =
		problems.length === 1 ? '1 thing is missing' : `${problems.length} things are missing`;
	const lines = problems.map((problem) => `- ${problem}\n`);
	process.stdout.write(`${lines.join('')}${problems.length > 0 ? count : 'Ready to release'}\n`);
	if (problems.length > 0) process.exitCode = 1;
}

async function isOnNpm(name: string): Promise<boolean | undefined> {
	const { exitCode, stderr } = await tryToRun('npm', ['view', name, 'name', '--loglevel=error']);
	if (exitCode === 0) return true;
	return stderr.includes('E404') ? false : undefined;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
