/** The parts of n8n's scanner that are used here; it comes without types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	/** What is looked at in the repository from which the package was published. */
	export const SOURCE_FILE_PATTERNS: string[];
	export function buildScanConfig(): Promise<Linter.Config[]>;
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	/** The folder in a repository that n8n takes for the package: the first to carry its name. */
	export function findPackageRoot(repository: string, packageName: string): string | null;
}
