/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { filesBelow } from '../sandbox/filesBelow';
import { PROJECT } from '../sandbox/paths';
import { unpackPackage, type UnpackedPackage } from '../sandbox/install/unpackPackage';

const MOST_BYTES_OF_CODE = 300_000;
/** The README's images and examples, which load once with the package and with its page. */
const MOST_BYTES = 1_000_000;
const TEXTS = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'SECURITY.md', 'package.json'];
/** The README's other pages; the rest of `docs` is about the source code. */
const PAGES = ['docs/guarantees.md', 'docs/troubleshooting.md'];

let unpacked: UnpackedPackage;
let files: string[];

const pathsIn = (folder: string) =>
	filesBelow(folder)
		.map((file) => relative(folder, file).split(sep).join('/'))
		.sort();
const textOf = (file: string) => readFileSync(join(unpacked.folder, file), 'utf8');

beforeAll(async () => {
	unpacked = await unpackPackage();
	files = pathsIn(unpacked.folder);
});

afterAll(() => unpacked?.remove());

/** What a folder's source becomes in the package. */
function built(folder: string): string[] {
	return pathsIn(join(PROJECT, folder))
		.map((file) => `dist/${folder}/${file.replace(/\.ts$/, '.js')}`)
		.sort();
}

/** The images that the README shows, and the examples that it links to. */
function shown(): string[] {
	const pictures = pathsIn(join(PROJECT, 'docs')).filter((file) => /\.(?:png|svg)$/.test(file));
	const examples = pathsIn(join(PROJECT, 'examples'));
	return [...pictures.map((file) => `docs/${file}`), ...examples.map((file) => `examples/${file}`)];
}

const bytesOf = (list: string[]) =>
	list.reduce((sum, file) => sum + statSync(join(unpacked.folder, file)).size, 0);
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

describe('the tarball', () => {
	it('contains the built source, its documentation, and nothing else', () => {
		const wanted = [
			...built('credentials'),
			...built('icons'),
			...built('nodes'),
			...TEXTS,
			...PAGES,
			...shown(),
		];

		expect(files).toEqual(wanted.sort());
	});

	it('stays small', () => {
		const code = bytesOf(files.filter((file) => file.startsWith('dist/')));
		const all = bytesOf(files);
		process.stdout.write(
			`unpacked: ${files.length} files, ${kilobytes(all)}, of which code ${kilobytes(code)}\n`,
		);

		expect(code).toBeLessThan(MOST_BYTES_OF_CODE);
		expect(all).toBeLessThan(MOST_BYTES);
	});

	it('reveals nothing about the machine on which it was built', () => {
		// In n8n's container, people write files below /home/node, as the examples say.
		const absolute = /\/(?:home(?!\/node\/)|Users|root|tmp)\/|file:\/\/\//;
		// Three bytes that any picture may contain.
		const drive = /\b[A-Z]:\\/;
		const telling = files.filter((file) => {
			const text = textOf(file);
			const namesDrive = !file.endsWith('.png') && drive.test(text);
			return absolute.test(text) || namesDrive || text.includes(PROJECT);
		});

		expect(telling).toEqual([]);
	});
});
