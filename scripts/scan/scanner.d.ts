/** The parts of n8n's scanner that are used here; it ships without types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	/** The files to check in the repository from which the package was published. */
	export const SOURCE_FILE_PATTERNS: string[];
	export function buildScanConfig(): Promise<Linter.Config[]>;
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	/** The folder in a repository that n8n treats as the package: the first one with its name. */
	export function findPackageRoot(repository: string, packageName: string): string | null;
}
