/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import { filesBelow } from '../sandbox/filesBelow';
import { unpackPackage, type UnpackedPackage } from '../sandbox/install/unpackPackage';
import { PROJECT } from '../sandbox/paths';
import { renderMarkdown } from '../support/readme';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

let unpacked: UnpackedPackage;
let files: string[];

beforeAll(async () => {
	unpacked = await unpackPackage();
	files = filesBelow(unpacked.folder).map((file) =>
		relative(unpacked.folder, file).split(sep).join('/'),
	);
});

afterAll(() => unpacked?.remove());

const rendered = (document: string) =>
	renderMarkdown(readFileSync(join(unpacked.folder, document), 'utf8'));
const documents = () => files.filter((file) => file.endsWith('.md'));
const isRelative = (target: string) => !/^(?:[a-z]+:|\/\/)/i.test(target);

/** The linked file in the package, and the heading in it, if any. */
function resolve(document: string, target: string) {
	const [path = '', anchor] = target.split('#');
	const file = path === '' ? document : posix.join(posix.dirname(document), decodeURI(path));
	return { file, anchor };
}

/** Results of measurements, which only the source code contains. */
const isInSource = (path: string) =>
	/^(?:bench|test)\//.test(path) && existsSync(join(PROJECT, path));

/** A file, or a folder that contains files. */
const isThere = (path: string) =>
	files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));

// Without a repository in package.json, npm has nothing else to show; with one, it shows the same.
describe('what a document in the package shows and links to', () => {
	it('is also in the package, or, from other pages than the README, in the source code', () => {
		const missing = documents().flatMap((document) => {
			const { links, pictures } = rendered(document);
			return [...links, ...pictures]
				.filter(isRelative)
				.map((target) => resolve(document, target).file)
				.filter((file) => !isThere(file) && (document === 'README.md' || !isInSource(file)))
				.map((file) => `${document}: ${file}`);
		});

		expect(documents()).toContain('README.md');
		expect(missing).toEqual([]);
	});

	it('has the headings that links point to', () => {
		const missing = documents().flatMap((document) =>
			rendered(document)
				.links.filter(isRelative)
				.map((target) => ({ target, ...resolve(document, target) }))
				.filter(
					({ file, anchor }) => anchor !== undefined && !rendered(file).anchors.includes(anchor),
				)
				.map(({ target }) => `${document}: ${target}`),
		);

		expect(missing).toEqual([]);
	});
});

describe('the README in the package', () => {
	it('shows images, and they are images', () => {
		const { pictures } = rendered('README.md');
		const broken = pictures.filter((picture) => {
			const bytes = readFileSync(join(unpacked.folder, picture));
			return picture.endsWith('.svg')
				? !bytes.toString('utf8').startsWith('<svg')
				: !bytes.subarray(0, PNG.length).equals(PNG);
		});

		expect(pictures.length).toBeGreaterThan(1);
		expect(broken).toEqual([]);
	});

	it('links to each example and page, and shows each image that is shipped', () => {
		const { links, pictures } = rendered('README.md');
		const shipped = files.filter((file) => /^(?:docs|examples)\//.test(file));

		expect(shipped.filter((file) => ![...links, ...pictures].includes(file))).toEqual([]);
	});
});
