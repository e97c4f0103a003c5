export type Release = {
	/** As pushed, e.g. v1.2.0. */
	tag: string;
	/** Where the workflow runs, e.g. owner/name. */
	repository: string;
	manifest: { version: string; repository?: string | { url: string } };
	changelog: string;
};

/** What would make a release fail half-way, or go out with the wrong words; a sentence each. */
export function findReleaseProblems({ tag, repository, manifest, changelog }: Release): string[] {
	const problems: string[] = [];
	if (tag !== `v${manifest.version}`) {
		problems.push(`The tag is ${tag}, but package.json says ${manifest.version}.`);
	}
	if (repositoryOf(manifest) !== repository.toLowerCase()) {
		// npm compares the two and refuses a package with the provenance of another repository.
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

/** Of "## 1.2.0 (2026-01-31)" the version. */
function headings(changelog: string): string[] {
	return [...changelog.matchAll(/^## \[?([^\s\]]+)/gm)].map(([, version]) => String(version));
}
