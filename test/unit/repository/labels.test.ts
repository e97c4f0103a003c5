/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';

import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { sourcesBelow } from '../../sandbox/filesBelow';

/** What n8n itself calls something. */
const OF_N8N = ['Fetch Test Event', 'Poll Times'];

/** The labels of properties and their options, at any depth. */
function labelsOf(properties: unknown): string[] {
	if (!Array.isArray(properties)) return [];
	return (properties as INodeProperties[]).flatMap(({ displayName, name, options }) => [
		displayName ?? name,
		...labelsOf(options),
	]);
}

/** The texts in a file, as they are written: expressions in them are left out. */
function textsIn(path: string): string[] {
	const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text);
		if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

describe('a text of the nodes', () => {
	it('calls each parameter what the editor calls it', () => {
		const nodes = [
			new FormSubmissions(),
			new FormSubmissionsTrigger(),
			new FormSubmissionsPollingTrigger(),
		];
		const labels = new Set([
			...OF_N8N,
			...nodes.flatMap(({ description }) => labelsOf(description.properties)),
			...labelsOf(new FormSubmissionsApi().properties),
		]);

		const named = ['nodes', 'credentials']
			.flatMap(sourcesBelow)
			.flatMap(textsIn)
			.flatMap((text) => [...text.matchAll(/(?<!\w)'([A-Z][\w ]*)'/g)].map(([, label]) => label));

		expect(named.length).toBeGreaterThan(20);
		expect(named.filter((label) => !labels.has(label ?? ''))).toEqual([]);
	});
});
