export type Release = {
	/** The pushed tag, e.g. v1.2.0; undefined before there is one. */
	tag?: string;
	/** The repository in which the workflow runs, e.g. owner/name; undefined if it isn't known. */
	repository?: string;
	manifest: Manifest;
	changelog: string;
	readme: string;
	/** The links that are shown to whoever opens an issue: `.github/ISSUE_TEMPLATE/config.yml`. */
	contactLinks: string;
	/** Whether npm knows the package; undefined if npm didn't respond. */
	isOnNpm?: boolean;
};

type Manifest = {
	name: string;
	version: string;
	repository?: string | { url: string };
	bugs?: string | { url?: string };
	author?: { email?: string };
};

/** Returns one sentence for each thing that a release still needs, or that would make it fail midway. */
export function findReleaseProblems(release: Release): string[] {
	const { tag, manifest, changelog, isOnNpm } = release;
	const problems = problemsOfOwner(release);
	if (tag !== undefined && tag !== `v${manifest.version}`) {
		problems.push(`The tag is ${tag}, but package.json says ${manifest.version}.`);
	}
	if (!headings(changelog).includes(manifest.version)) {
		problems.push(`CHANGELOG.md has no section "## ${manifest.version}".`);
	}
	const linked = linkedVersions(release);
	if (linked.some((version) => version !== manifest.version)) {
		problems.push(
			`README.md links to the examples of ${linked.join(', ')}, but package.json says ${manifest.version}.`,
		);
	}
	if (isOnNpm === false) {
		// npm's trusted publishing exists only for packages that exist.
		problems.push(
			`npm doesn't know ${manifest.name}: claim its name first (CONTRIBUTING.md, "Release").`,
		);
	}
	return problems;
}

/** What only the owner of the repository can say. */
function problemsOfOwner({ repository, manifest, contactLinks }: Release): string[] {
	const problems: string[] = [];
	const named = repositoryOf(manifest.repository);
	const own = repository?.toLowerCase();
	// npm compares the two and refuses a package whose provenance names another repository.
	if (named === undefined || (own !== undefined && named !== own) || bugsOf(manifest) !== named) {
		const url = `https://github.com/${repository ?? named ?? '<owner>/<name>'}`;
		problems.push(
			`"repository" or "bugs" in package.json doesn't name this repository: run npm pkg set repository.type=git repository.url=git+${url}.git bugs.url=${url}/issues`,
		);
	}
	if (!contactLinks.toLowerCase().includes(`github.com/${own ?? named}/security/advisories/new`)) {
		problems.push(
			`.github/ISSUE_TEMPLATE/config.yml doesn't say where to report a vulnerability: replace OWNER/NAME there with ${repository ?? named ?? '<owner>/<name>'}`,
		);
	}
	if (/@example\.(com|org|net)$/.test(manifest.author?.email ?? '')) {
		problems.push(
			'"author" in package.json is made up: run npm pkg set author.name=<name> author.email=<email>',
		);
	}
	return problems;
}

function bugsOf({ bugs }: Manifest): string | undefined {
	const url = typeof bugs === 'string' ? bugs : bugs?.url;
	return repositoryOf(url?.replace(/\/issues\/?$/, ''));
}

function repositoryOf(repository: Manifest['repository']): string | undefined {
	const url = typeof repository === 'string' ? repository : repository?.url;
	return /github(?:\.com\/|:)([^/]+\/[^/]+?)(?:\.git)?$/.exec(url ?? '')?.[1]?.toLowerCase();
}

/** The versions in the changelog's headings, e.g. 1.2.0 in "## 1.2.0 (2026-01-31)". */
function headings(changelog: string): string[] {
	return [...changelog.matchAll(/^## \[?([^\s\]]+)/gm)].map(([, version]) => String(version));
}

/** The versions of this package whose files the README links to, e.g. 1.2.0 in "/npm/forms@1.2.0/examples/". */
function linkedVersions({ readme, manifest }: Release): string[] {
	const links = readme.matchAll(/\/npm\/([^@/\s]+)@([^/\s]+)\//g);
	const versions = [...links].filter(([, name]) => name === manifest.name).map((link) => link[2]);
	return [...new Set(versions)].map(String);
}
