import { EXAMPLES, readExample, type ExampleName } from '../../sandbox/client/examples';
import { textOf } from '../../sandbox/client/json';
import { testedInstallation } from './restartableHost';

/** The examples with the oldest n8n that their notes claim to work on, such as "1.123". */
const CLAIMS = EXAMPLES.map((example) => ({ example, oldest: claimOf(example) }));

/** Whether the tested n8n is one that the example claims to work on. */
export function claimsToWork(example: ExampleName): boolean {
	const claim = CLAIMS.find((one) => one.example === example);
	return claim !== undefined && isAtLeast(testedInstallation().versions.n8n, claim.oldest);
}

/** Compares major and minor version. */
export function isAtLeast(version: string, oldest: string): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
	return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function claimOf(example: ExampleName): string {
	const note = readExample(example).nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const content = textOf(note?.parameters ?? {}, 'content');
	const [, oldest] = /\(n8n (\d+\.\d+) or later/.exec(content) ?? [];
	if (oldest === undefined)
		throw new Error(`The note of ${example} doesn't say which n8n it needs`);
	return oldest;
}
