import { findReleaseProblems } from '../../../scripts/release/problems';

const RELEASE = {
	tag: 'v1.2.0',
	repository: 'Owner/forms',
	manifest: { version: '1.2.0', repository: { url: 'git+https://github.com/owner/forms.git' } },
	changelog: '# Changelog\n\n## 1.2.0 (2026-01-31)\n\n- More\n\n## 1.1.0\n',
};

describe('a release', () => {
	it('is published if tag, version, repository, and changelog agree', () => {
		expect(findReleaseProblems(RELEASE)).toEqual([]);
	});

	it.each(['https://github.com/owner/forms', 'github:owner/forms'])(
		'may name its repository as %s',
		(url) => {
			const manifest = { ...RELEASE.manifest, repository: url };

			expect(findReleaseProblems({ ...RELEASE, manifest })).toEqual([]);
		},
	);

	it('is stopped if the tag is another version', () => {
		expect(findReleaseProblems({ ...RELEASE, tag: 'v1.2.1' })).toEqual([
			'The tag is v1.2.1, but package.json says 1.2.0.',
		]);
	});

	it.each([undefined, 'https://github.com/other/forms', 'https://github.com/owner/forms-2'])(
		'is stopped if package.json names the repository %p, which npm would refuse',
		(url) => {
			const manifest = { version: '1.2.0', repository: url };

			expect(findReleaseProblems({ ...RELEASE, manifest })).toEqual([
				expect.stringMatching(/^The "repository" of package\.json is not this one/),
			]);
		},
	);

	it('is stopped if the changelog has no section for it', () => {
		expect(findReleaseProblems({ ...RELEASE, changelog: '## Unreleased\n\n1.2.0\n' })).toEqual([
			'CHANGELOG.md has no section "## 1.2.0".',
		]);
	});
});
