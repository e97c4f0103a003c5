/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';

import { run } from '../sandbox/host/run';
import { createTemporaryFolder } from '../sandbox/host/temporaryFolder';
import { packPackage } from '../sandbox/install/packPackage';
import { PROJECT } from '../sandbox/paths';
import { renderMarkdown } from '../support/readme';

const TEXTS = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'SECURITY.md', 'package.json'];
/** The README's other pages; the rest of `docs` is about the source code. */
const PAGES = [
	'assistants',
	'guarantees',
	'how-the-trigger-works',
	'operating',
	'raw-data',
	'rows-in-n8n',
	'troubleshooting',
].map((page) => `docs/${page}.md`);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** What npm would publish, as files. */
let unpacked: Awaited<ReturnType<typeof createTemporaryFolder>>;
let files: string[];

beforeAll(async () => {
	const { tarball } = await packPackage();
	unpacked = await createTemporaryFolder('form-submissions-package-');
	await run('tar', ['-xzf', tarball, '-C', unpacked.path, '--strip-components=1']);
	files = pathsIn(unpacked.path).sort();
});

afterAll(async () => await unpacked?.remove());

/** The files in a folder and in those below it. */
const pathsIn = (folder: string) =>
	readdirSync(folder, { recursive: true })
		.map(String)
		.filter((path) => statSync(join(folder, path)).isFile())
		.map((path) => path.split(sep).join('/'));
const bytesOf = (file: string) => readFileSync(join(unpacked.path, file));

describe('the tarball', () => {
	it('contains the built source, its documentation, and nothing else', () => {
		const inProject = (folder: string) =>
			pathsIn(join(PROJECT, folder)).map((file) => `${folder}/${file}`);
		const built = ['credentials', 'icons', 'nodes']
			.flatMap(inProject)
			.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
		const pictures = inProject('docs').filter((file) => /\.(?:png|svg)$/.test(file));
		const wanted = [...built, ...TEXTS, ...PAGES, ...pictures, ...inProject('examples')];

		expect(files).toEqual(wanted.sort());
	});

	it('reveals nothing about the machine on which it was built', () => {
		// In n8n's container, people write files below /home/node, as the examples say.
		const absolute = /\/(?:home(?!\/node\/)|Users|root|tmp)\/|file:\/\/\//;
		// Three bytes that any picture may contain.
		const drive = /\b[A-Z]:\\/;
		const telling = files.filter((file) => {
			const text = bytesOf(file).toString('utf8');
			const namesDrive = !file.endsWith('.png') && drive.test(text);
			return absolute.test(text) || namesDrive || text.includes(PROJECT);
		});

		expect(telling).toEqual([]);
	});
});

// Without a repository in package.json, npm has nothing else to show; with one, it shows the same.
describe('the documents in the package', () => {
	const rendered = (document: string) => renderMarkdown(bytesOf(document).toString('utf8'));

	/** Everything that a document shows or links to, but for other sites. */
	const targetsIn = (document: string) =>
		[...rendered(document).links, ...rendered(document).pictures]
			.filter((target) => !/^(?:[a-z]+:|\/\/)/i.test(target))
			.map((target) => {
				const [path = '', anchor] = target.split('#');
				const file = posix.join(posix.dirname(document), decodeURI(path));
				return { document, file: path === '' ? document : file, anchor };
			});
	const targets = () => files.filter((file) => file.endsWith('.md')).flatMap(targetsIn);

	/** A file, or a folder that contains files. */
	const isThere = (path: string) =>
		files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
	/** Results of measurements, which only the source code contains. */
	const isInSource = (path: string) => path.startsWith('test/') && existsSync(join(PROJECT, path));

	it('show and link to what is also there, or, from other pages than the README, in the source', () => {
		const missing = targets().filter(
			({ document, file }) => !isThere(file) && (document === 'README.md' || !isInSource(file)),
		);

		expect(targets().length).toBeGreaterThan(10);
		expect(missing).toEqual([]);
	});

	it('have the headings that links point to', () => {
		const missing = targets().filter(
			({ file, anchor }) => anchor !== undefined && !rendered(file).anchors.includes(anchor),
		);

		expect(missing).toEqual([]);
	});

	it('are all linked to by the README, which shows images that are images', () => {
		const { links, pictures } = rendered('README.md');
		const shipped = files.filter((file) => /^(?:docs|examples)\//.test(file));
		const isImage = (picture: string) =>
			picture.endsWith('.svg')
				? bytesOf(picture).toString('utf8').startsWith('<svg')
				: bytesOf(picture).subarray(0, PNG.length).equals(PNG);

		expect(shipped.filter((file) => ![...links, ...pictures].includes(file))).toEqual([]);
		expect(pictures.filter((picture) => !isImage(picture))).toEqual([]);
	});
});

/** n8n runs it before it verifies a package, on its repository and on what npm has. */
describe("n8n's scanner", () => {
	/** The scanner is an ES module, which Jest can't load, and takes every file for a test where Jest runs. */
	const SCAN = `
		import * as scanner from '@n8n/scan-community-package/scanner/scanner.mjs';
		// The second list is of those that it looks at in a package; it doesn't export it.
		const published = ['**/*.js', 'package.json'];
		const results = process.argv.slice(1).map(async (folder, index) =>
			await scanner.analyzePackage(folder, index % 2 ? published : scanner.SOURCE_FILE_PATTERNS),
		);
		console.log(JSON.stringify(await Promise.all(results)));
	`;
	/** What no node may do, as source and as it would be published. */
	const planted = {
		'nodes/Planted.ts': "import { readFileSync } from 'fs';\n\nreadFileSync('secret');\n",
		'dist/nodes/Planted.js': "require('fs').readFileSync('secret');\n",
	};

	it('finds nothing in the source, nor in what would be published, but what is planted there', async () => {
		const other = await createTemporaryFolder('form-submissions-planted-');
		for (const [file, text] of Object.entries(planted)) {
			mkdirSync(join(other.path, dirname(file)), { recursive: true });
			writeFileSync(join(other.path, file), text);
		}
		const folders = [PROJECT, unpacked.path, other.path, other.path];
		const args = ['--input-type=module', '--eval', SCAN, ...folders];
		const printed = await run(process.execPath, args, { env: { NODE_ENV: undefined } });
		await other.remove();

		// Where it finds no file to look at, it says so, and passes.
		expect(JSON.parse(printed)).toEqual([
			{ passed: true },
			{ passed: true },
			...Object.keys(planted).map((file) =>
				expect.objectContaining({ passed: false, details: expect.stringContaining(file) }),
			),
		]);
	});
});

describe("n8n's loader", () => {
	/** As its own process: n8n finds `n8n-workflow` through NODE_PATH, which Node.js reads when it starts. */
	const LOAD = `
		require('reflect-metadata');
		const { PackageDirectoryLoader } = require('n8n-core');
		const loader = new PackageDirectoryLoader(process.argv[1]);
		loader.loadAll().then(() => {
			const nodes = Object.values(loader.nodeTypes).map(({ type }) => type.description);
			const names = nodes.map(({ name, version }) => name + ' ' + version);
			console.log(JSON.stringify([...names, ...Object.keys(loader.credentialTypes)]));
		});
	`;

	it('finds both nodes and their credential', async () => {
		const args = ['--eval', LOAD, unpacked.path];
		const env = { NODE_PATH: join(PROJECT, 'node_modules') };
		const printed = await run(process.execPath, args, { cwd: unpacked.path, env });

		const found = JSON.parse(printed) as string[];
		expect(found.sort()).toEqual([
			'formSubmissions 1',
			'formSubmissionsApi',
			'formSubmissionsTrigger 1',
		]);
	});
});
