import { findReleaseProblems, type Release } from '../../../scripts/release/problems';

const MANIFEST = {
	name: 'forms',
	version: '1.2.0',
	repository: { url: 'git+https://github.com/owner/forms.git' },
	bugs: { url: 'https://github.com/owner/forms/issues' },
	author: { email: 'forms@owner.dev' },
};
const RELEASE: Release = {
	tag: 'v1.2.0',
	repository: 'Owner/forms',
	manifest: MANIFEST,
	changelog: '# Changelog\n\n## 1.2.0 (2026-01-31)\n\n- More\n\n## 1.1.0\n',
	readme: '[Link](https://cdn.example.com/npm/forms@1.2.0/examples/one.json)',
	contactLinks: 'url: https://github.com/Owner/forms/security/advisories/new',
	isOnNpm: true,
};

const problemsWith = (change: Partial<Release>) => findReleaseProblems({ ...RELEASE, ...change });
const problemsWithManifest = (change: Partial<Release['manifest']>) =>
	problemsWith({ manifest: { ...MANIFEST, ...change } });

describe('a release', () => {
	it('is ready if tag, version, repository, and changelog agree', () => {
		expect(findReleaseProblems(RELEASE)).toEqual([]);
	});

	it('can be checked before there is a tag, and without a connection to npm', () => {
		const { manifest, changelog, readme, contactLinks } = RELEASE;

		expect(findReleaseProblems({ manifest, changelog, readme, contactLinks })).toEqual([]);
	});

	it.each(['https://github.com/owner/forms', 'github:owner/forms'])(
		'may name its repository as %s',
		(repository) => {
			expect(problemsWithManifest({ repository })).toEqual([]);
		},
	);

	it('is stopped if the tag names another version', () => {
		expect(problemsWith({ tag: 'v1.2.1' })).toEqual([
			'The tag is v1.2.1, but package.json says 1.2.0.',
		]);
	});

	it('is stopped if the README links to the examples of another version', () => {
		const readme = `${RELEASE.readme} [Link](https://cdn.example.com/npm/forms@1.1.0/examples/two.json)`;

		expect(problemsWith({ readme })).toEqual([
			'README.md links to the examples of 1.2.0, 1.1.0, but package.json says 1.2.0.',
		]);
	});

	it.each([undefined, 'https://github.com/other/forms', 'https://github.com/owner/forms-2'])(
		'is stopped if package.json names the repository %p, which npm would refuse',
		(repository) => {
			expect(problemsWithManifest({ repository })).toEqual([
				expect.stringContaining(
					'npm pkg set repository.type=git repository.url=git+https://github.com/Owner/forms.git bugs.url=https://github.com/Owner/forms/issues',
				),
			]);
		},
	);

	it.each([undefined, { url: 'https://github.com/other/forms/issues' }])(
		'is stopped if bugs are to be reported at %p',
		(bugs) => {
			expect(problemsWithManifest({ bugs })).toEqual([expect.stringContaining('bugs.url=')]);
		},
	);

	it('says what the owner has to fill in, in a single line, if nothing is known', () => {
		const { changelog, readme, contactLinks } = RELEASE;
		const manifest = { name: 'forms', version: '1.2.0' };

		expect(findReleaseProblems({ manifest, changelog, readme, contactLinks })).toEqual([
			expect.stringContaining('https://github.com/<owner>/<name>'),
			expect.stringContaining('<owner>/<name>'),
		]);
	});

	it('is stopped if nobody could report a vulnerability', () => {
		const contactLinks = 'url: https://github.com/OWNER/NAME/security/advisories/new';

		expect(problemsWith({ contactLinks })).toEqual([
			expect.stringContaining('replace OWNER/NAME there with Owner/forms'),
		]);
	});

	it('is stopped if its author is made up', () => {
		expect(problemsWithManifest({ author: { email: 'forms@example.com' } })).toEqual([
			expect.stringContaining('author.email='),
		]);
	});

	it('is stopped if the changelog has no section for it', () => {
		expect(problemsWith({ changelog: '## Unreleased\n\n1.2.0\n' })).toEqual([
			'CHANGELOG.md has no section "## 1.2.0".',
		]);
	});

	it('is stopped if its name is not claimed on npm, which a workflow cannot do', () => {
		expect(problemsWith({ isOnNpm: false })).toEqual([
			expect.stringContaining('claim its name first'),
		]);
	});
});
