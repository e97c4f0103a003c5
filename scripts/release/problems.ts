export type Release = {
	/** The pushed tag, e.g. v1.2.0. */
	tag: string;
	/** The repository in which the workflow runs, e.g. owner/name. */
	repository: string;
	manifest: { version: string; repository?: string | { url: string } };
	changelog: string;
};

/** Returns one sentence for each problem that would make a release fail midway or carry wrong notes. */
export function findReleaseProblems({ tag, repository, manifest, changelog }: Release): string[] {
	const problems: string[] = [];
	if (tag !== `v${manifest.version}`) {
		problems.push(`The tag is ${tag}, but package.json says ${manifest.version}.`);
	}
	if (repositoryOf(manifest) !== repository.toLowerCase()) {
		// npm compares the two and refuses a package whose provenance names another repository.
		problems.push(
			`The "repository" of package.json is not this one: run npm pkg set repository.type=git repository.url=git+https://github.com/${repository}.git`,
		);
	}
	if (!headings(changelog).includes(manifest.version)) {
		problems.push(`CHANGELOG.md has no section "## ${manifest.version}".`);
	}
	return problems;
}

function repositoryOf({ repository }: Release['manifest']): string | undefined {
	const url = typeof repository === 'string' ? repository : repository?.url;
	return /github(?:\.com\/|:)([^/]+\/[^/]+?)(?:\.git)?$/.exec(url ?? '')?.[1]?.toLowerCase();
}

/** The versions in the changelog's headings, e.g. 1.2.0 in "## 1.2.0 (2026-01-31)". */
function headings(changelog: string): string[] {
	return [...changelog.matchAll(/^## \[?([^\s\]]+)/gm)].map(([, version]) => String(version));
}
