/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

import execa from 'execa';

import { filesBelow } from '../../sandbox/filesBelow';
import { PROJECT } from '../../sandbox/paths';
import { unpackPackage, type UnpackedPackage } from '../../sandbox/install/unpackPackage';

const MOST_BYTES = 300_000;
const TEXTS = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json'];
/** Folders whose pictures `n8n-node build` copies beside what it compiles. */
const OTHER_FOLDERS = ['coverage', 'docs', 'examples', 'reports', 'sandbox', 'test'];

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

/** What the source of a folder becomes in the package. */
function built(folder: string): string[] {
	return pathsIn(join(PROJECT, folder))
		.map((file) => `dist/${folder}/${file.replace(/\.ts$/, '.js')}`)
		.sort();
}

describe('the tarball', () => {
	it('holds what the source becomes, the texts about it, and nothing else', () => {
		const wanted = [...built('credentials'), ...built('icons'), ...built('nodes'), ...TEXTS];

		expect(files).toEqual(wanted.sort());
	});

	it('stays small', () => {
		const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(textOf(file)), 0);
		process.stdout.write(`unpacked: ${files.length} files, ${Math.round(bytes / 1000)} kB\n`);

		expect(bytes).toBeLessThan(MOST_BYTES);
	});

	it('has no map of a file that is not there', () => {
		const missing = files.flatMap((file) => {
			const named = file.endsWith('.map')
				? (JSON.parse(textOf(file)) as { sources: string[] }).sources
				: [...textOf(file).matchAll(/^\/\/# sourceMappingURL=(?!data:)(.+)$/gm)].map(
						([, to]) => to,
					);
			return named
				.map((name) => join(dirname(file), String(name)))
				.filter((name) => !files.includes(name));
		});

		expect(missing).toEqual([]);
	});

	it('tells nothing of the machine on which it was built', () => {
		const absolute = /\/(?:home|Users|root|tmp)\/|file:\/\/\/|\b[A-Z]:\\/;
		const telling = files.filter(
			(file) => absolute.test(textOf(file)) || textOf(file).includes(PROJECT),
		);

		expect(telling).toEqual([]);
	});

	it('asks for no module but its host and the cryptography of Node', () => {
		const modules = files
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...textOf(file).matchAll(/\b(?:require|import)\(\s*(.*?)\s*\)/g)])
			.map(([, module]) => String(module))
			.filter((module) => !/^["']\.\.?\//.test(module));

		expect([...new Set(modules)].sort()).toEqual(['"crypto"', '"n8n-workflow"']);
	});

	it('declares files that are there', () => {
		const { n8n } = JSON.parse(textOf('package.json')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};

		expect(files).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
	});
});

describe('the list of what is published', () => {
	it('leaves out pictures that the build copies from other folders', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'form-submissions-files-'));
		try {
			cpSync(join(PROJECT, 'package.json'), join(folder, 'package.json'));
			for (const name of [...OTHER_FOLDERS, 'icons']) {
				mkdirSync(join(folder, 'dist', name), { recursive: true });
				writeFileSync(join(folder, 'dist', name, 'picture.svg'), '<svg/>');
			}

			const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
				cwd: folder,
			});

			const [{ files: packed }] = JSON.parse(stdout) as [{ files: Array<{ path: string }> }];
			expect(packed.map(({ path }) => path).sort()).toEqual([
				'dist/icons/picture.svg',
				'package.json',
			]);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
