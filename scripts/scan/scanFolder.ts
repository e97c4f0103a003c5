/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createRequire } from 'node:module';
import { relative } from 'node:path';

import type * as eslintModule from 'eslint';

export type Finding = { place: string; severity: 'error' | 'warning'; rule: string; text: string };

/** The files that n8n's scanner checks in a published package; it doesn't export this list. */
export const PUBLISHED_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** The files that the scanner skips; it doesn't export this list either. */
export const LEFT_OUT = ['node_modules/**', '**/package-lock.json'];

/** The scanner comes with its own ESLint, which differs from the project's. */
const ofScanner = createRequire(require.resolve('@n8n/scan-community-package/scanner/scanner.mjs'));
const { ESLint } = ofScanner('eslint') as typeof eslintModule;
const { sync: listFiles } = ofScanner('fast-glob') as {
	sync: (
		patterns: string[],
		options: { cwd: string; absolute: true; ignore: string[] },
	) => string[];
};
// Merely loading the scanner creates a temporary folder, which it would leave behind.
(ofScanner('tmp') as { setGracefulCleanup: () => void }).setGracefulCleanup();

/**
 * Returns everything that n8n's scanner objects to in a folder. The scanner silently lets warnings
 * pass, so its rules run once more to list those too. As in the scanner, comments that disable a
 * rule are ignored.
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
