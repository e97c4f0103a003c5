/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { asObject } from '../sandbox/client/json';
import { PROJECT } from '../sandbox/paths';

const PLACEHOLDER = /\bOWNER\b|\bNAME\/|\/NAME\b|<owner>|<name>|example\.(?:com|org)/;

describe('Before a release', () => {
	const manifest = asObject(
		JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')),
		'package.json',
	);

	it('package.json names the repository, without which npm takes no provenance', () => {
		expect(manifest.repository).toEqual({
			type: 'git',
			url: expect.stringMatching(/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/),
		});
	});

	it('package.json names a real author', () => {
		expect(JSON.stringify(manifest.author)).not.toMatch(PLACEHOLDER);
	});

	it('no placeholder is left in .github', () => {
		const files = readdirSync(join(PROJECT, '.github'), { recursive: true })
			.map((name) => join('.github', String(name)))
			.filter((file) => statSync(join(PROJECT, file)).isFile());
		const unready = files.filter((file) => {
			const text = readFileSync(join(PROJECT, file), 'utf8');
			// What lychee leaves out is no address of ours.
			return PLACEHOLDER.test(text.replace(/--exclude '[^']*'/g, ''));
		});

		expect(unready).toEqual([]);
	});
});
