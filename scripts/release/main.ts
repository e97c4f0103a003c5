/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
/**
 * `npm run check-release`: run by the publishing workflow before it publishes. To run it manually, pass
 * the tag and the repository: `npm run check-release -- v1.2.0 owner/name`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../../sandbox/paths';
import { findReleaseProblems, type Release } from './problems';

const textOf = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

const { GITHUB_REF_NAME = '', GITHUB_REPOSITORY = '' } = process.env;
const [tag = GITHUB_REF_NAME, repository = GITHUB_REPOSITORY] = process.argv.slice(2);

const problems = findReleaseProblems({
	tag,
	repository,
	manifest: JSON.parse(textOf('package.json')) as Release['manifest'],
	changelog: textOf('CHANGELOG.md'),
});
process.stdout.write(`${[...problems, `${problems.length} problems`].join('\n')}\n`);
if (problems.length > 0) process.exitCode = 1;
