/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ALL } from '../../sandbox/install/installations';
import { installInto, packPackage } from '../../sandbox/install/packPackage';
import { namesExportedBy, namesUsedIn } from './support/exportedNames';
import { missingInTypes } from './support/installationTypes';

/** Nothing of n8n is used that one of these versions lacks, also where no story leads. */
describe.each(ALL.map((installation) => ({ installation, n8n: installation.versions.n8n })))(
	'The API of n8n $n8n',
	({ installation }) => {
		let folder: string;

		beforeAll(async () => {
			folder = mkdtempSync(join(tmpdir(), 'form-submissions-compat-'));
			await installInto(folder, (await packPackage()).tarball);
		});

		afterAll(() => rmSync(folder, { recursive: true, force: true }));

		it('has every type, method and helper that the sources use without a guard', () => {
			expect(missingInTypes(installation)).toEqual([]);
		});

		it('has every name that the packed code takes from n8n-workflow', async () => {
			const dist = join(folder, '.n8n/nodes/node_modules/n8n-nodes-form-submissions/dist');
			const used = namesUsedIn(dist);
			expect(used).toContain('NodeApiError');
			const exported = await namesExportedBy(installation);
			expect(used.filter((name) => !exported.includes(name))).toEqual([]);
		});
	},
);
