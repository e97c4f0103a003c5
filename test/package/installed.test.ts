/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../sandbox/host/run';
import { installInto, packPackage } from '../sandbox/install/packPackage';
import { PROJECT } from '../sandbox/paths';

const PACKAGE = 'n8n-nodes-form-submissions';
const MODULES = join(PROJECT, 'node_modules');

type Icons = { light: string; dark: string };
type Loaded = {
	nodes: Array<{ name: string; version: number; iconUrl?: Icons }>;
	credentials: Array<{ name: string; iconUrl?: Icons }>;
	required: string[];
};

let userFolder: string;
let loaded: Loaded;

beforeAll(async () => {
	userFolder = mkdtempSync(join(tmpdir(), 'form-submissions-installed-'));
	const { tarball } = await packPackage();
	await installInto(userFolder, tarball);
	const script = join(PROJECT, 'test', 'package', 'support', 'loadAsN8n.cjs');
	const { stdout } = await run(process.execPath, [script, installed()], {
		cwd: userFolder,
		env: { NODE_PATH: MODULES },
	});
	loaded = JSON.parse(stdout) as Loaded;
});

afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

const installed = (...path: string[]) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE, ...path);

/** n8n serves `icons/<package>/<path in the package>`. */
const isThere = (url: string) => existsSync(installed(url.replace(`icons/${PACKAGE}/`, '')));

describe('the installed package, loaded by n8n', () => {
	it('provides its three nodes and its credential', () => {
		expect(loaded.nodes.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
			'formSubmissions 1',
			'formSubmissionsPollingTrigger 1',
			'formSubmissionsTrigger 1',
		]);
		expect(loaded.credentials.map(({ name }) => name)).toEqual(['formSubmissionsApi']);
	});

	it('has an icon for light and dark mode wherever n8n looks for one', () => {
		const icons = [...loaded.nodes, ...loaded.credentials].map(({ iconUrl }) => iconUrl);

		expect(icons).toHaveLength(4);
		for (const icon of icons) {
			expect(icon?.light).not.toBe(icon?.dark);
			expect([icon?.light ?? '', icon?.dark ?? ''].filter((url) => !isThere(url))).toEqual([]);
		}
	});

	it("loads nothing but its host and Node's crypto module", () => {
		expect([...loaded.required].sort()).toEqual(['crypto', 'n8n-workflow']);
	});
});
