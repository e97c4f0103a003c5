/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { run } from '../sandbox/host/run';
import { unpackPackage } from '../sandbox/install/unpackPackage';
import { PROJECT } from '../sandbox/paths';

/** The scanner is an ES module, which Jest can't load, and takes every file for a test where Jest runs. */
const SCAN = `
	import * as scanner from '@n8n/scan-community-package/scanner/scanner.mjs';
	const [folder, ...patterns] = process.argv.slice(1);
	const chosen = patterns.length > 0 ? patterns : scanner.SOURCE_FILE_PATTERNS;
	console.log(JSON.stringify(await scanner.analyzePackage(folder, chosen)));
`;

async function scan(folder: string, ...patterns: string[]): Promise<unknown> {
	const args = ['--input-type=module', '--eval', SCAN, folder, ...patterns];
	const { stdout } = await run(process.execPath, args, { env: { NODE_ENV: undefined } });
	return JSON.parse(stdout);
}

/** n8n runs it before it verifies a package, on its repository and on what npm has. */
describe("n8n's scanner", () => {
	it('finds nothing in the source', async () => {
		expect(await scan(PROJECT)).toMatchObject({ passed: true });
	});

	it('finds nothing in what would be published', async () => {
		const { folder, remove } = await unpackPackage();
		try {
			// Those that it looks at in a package; it doesn't export this list.
			expect(await scan(folder, '**/*.js', 'package.json')).toMatchObject({ passed: true });
		} finally {
			remove();
		}
	});
});
