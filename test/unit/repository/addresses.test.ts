/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { DELIVERY_COLUMNS } from '../../../nodes/FormSubmissions/rows/columns';
import { simplifyDelivery } from '../../../nodes/FormSubmissions/rows/submissionRow';
import { EXAMPLES } from '../../sandbox/client/examples';
import { asArray, asObject, textOf } from '../../sandbox/client/json';
import { PROJECT } from '../../sandbox/paths';
import { ERRORS } from '../../../scripts/checkService/questions/errors';
import { LIMITS } from '../../../scripts/checkService/questions/limits';
import { LISTS } from '../../../scripts/checkService/questions/lists';
import { SUBMISSIONS } from '../../../scripts/checkService/questions/submissions';
import { renderMarkdown } from '../../support/readme';

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const readJson = (file: string) => asObject(JSON.parse(read(file)), file);

const readme = renderMarkdown(read('README.md'));
const manifest = readJson('package.json');

/** Where n8n leads people from a node: its own link, and that of its codex. */
const NODES = [FormSubmissions, FormSubmissionsTrigger, FormSubmissionsPollingTrigger].map(
	(Node) => {
		const { description } = new Node();
		const codex = readJson(`nodes/FormSubmissions/${Node.name}.node.json`);
		const resources = asObject(codex.resources, 'its resources');
		const [page] = asArray(resources.primaryDocumentation, 'its documentation');
		return {
			name: description.displayName,
			own: String(description.documentationUrl),
			codex: textOf(asObject(page, 'its page'), 'url'),
		};
	},
);

describe('where n8n leads people from', () => {
	const { homepage } = manifest;

	it.each(NODES)('$name is a section of the README about it', ({ name, own, codex }) => {
		const [page, anchor = ''] = own.split('#');

		expect(codex).toBe(own);
		expect(page).toBe(homepage);
		expect(anchor).toBe(name.toLowerCase().replaceAll(' ', '-'));
		expect(readme.anchors).toContain(anchor);
	});

	it('the credential is a section of the README', () => {
		const [page, anchor] = new FormSubmissionsApi().documentationUrl.split('#');

		expect(page).toBe(homepage);
		expect(readme.anchors).toContain(anchor);
	});
});

describe('the links by which n8n imports examples', () => {
	const ofCdn = readme.links.filter((link) => link.startsWith('https://cdn.'));

	it('lead to the file of each example in the package of this version', () => {
		const folder = `https://cdn.jsdelivr.net/npm/${String(manifest.name)}@${String(manifest.version)}/examples`;

		expect(ofCdn.sort()).toEqual(EXAMPLES.map((example) => `${folder}/${example}.json`).sort());
		expect(asArray(manifest.files, 'the files')).toContain('examples');
	});
});

describe('the submission that the README shows', () => {
	it('becomes the row that it shows', () => {
		const blocks = [...read('README.md').matchAll(/```json\n(.*?)```/gs)];
		const [row, delivery] = blocks.map(([, json]) => JSON.parse(String(json)) as IDataObject);

		const look = { columns: DELIVERY_COLUMNS, escapeFormulas: false };
		expect(simplifyDelivery(delivery ?? {}, look)).toEqual(row);
	});
});

describe('what we assume of the service', () => {
	it('is measured by the questions that the document names, and by no others', () => {
		const [, section = ''] = read('docs/guarantees.md').split('documentation leaves open');
		const rows = section.split('\n').filter((line) => /^\|.*\|$/.test(line));
		const named = rows.flatMap((row) =>
			[...(row.split('|').at(-2) ?? '').matchAll(/`(\w+)`/g)].map(([, id]) => id),
		);
		const asked = [...ERRORS, ...LIMITS, ...LISTS, ...SUBMISSIONS].map(({ id }) => id);

		expect(named.sort()).toEqual(asked.sort());
	});
});
