/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createRequire } from 'node:module';
import { relative } from 'node:path';

import type * as eslintModule from 'eslint';

export type Finding = { place: string; severity: 'error' | 'warning'; rule: string; text: string };

/** What n8n's scanner looks at in a published package; it keeps this list to itself. */
export const PUBLISHED_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** Nor does it export what it leaves out. */
export const LEFT_OUT = ['node_modules/**', '**/package-lock.json'];

/** The scanner brings an ESLint of its own, another than that of the project. */
const ofScanner = createRequire(require.resolve('@n8n/scan-community-package/scanner/scanner.mjs'));
const { ESLint } = ofScanner('eslint') as typeof eslintModule;
const { sync: listFiles } = ofScanner('fast-glob') as {
	sync: (
		patterns: string[],
		options: { cwd: string; absolute: true; ignore: string[] },
	) => string[];
};
// Merely loading the scanner makes a temporary folder, which it would leave behind.
(ofScanner('tmp') as { setGracefulCleanup: () => void }).setGracefulCleanup();

/**
 * Everything that n8n's scanner objects to in a folder. Its verdict lets warnings pass without a
 * word, so its rules are run once more to list those as well. As there, a comment in the code that
 * switches a rule off does not count.
 */
export async function scanFolder(folder: string, patterns: string[]): Promise<Finding[]> {
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const files = listFiles(patterns, { cwd: folder, absolute: true, ignore: LEFT_OUT });
	if (files.length === 0) throw new Error(`Nothing to scan in ${folder}`);

	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
	});
	const findings = toFindings(folder, await eslint.lintFiles(files));

	const verdict = await scanner.analyzePackage(folder, patterns);
	if (!verdict.passed && !findings.some(({ severity }) => severity === 'error')) {
		throw new Error(`n8n's scanner refuses ${folder}: ${verdict.details ?? verdict.message}`);
	}
	return findings;
}

function toFindings(folder: string, results: eslintModule.ESLint.LintResult[]): Finding[] {
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, column, severity, ruleId, message }) => ({
			place: `${relative(folder, filePath)}:${line}:${column}`,
			severity: severity === 2 ? ('error' as const) : ('warning' as const),
			rule: ruleId ?? 'can not be read',
			text: message,
		})),
	);
}
