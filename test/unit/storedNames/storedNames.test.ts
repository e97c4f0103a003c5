import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { namesOfNode } from '../../../scripts/storedNames/collect';
import { findAdditions, findBreaks, RENEW } from '../../../scripts/storedNames/compare';
import { collectNames, readList } from '../../../scripts/storedNames/list';

describe('the names that saved workflows contain', () => {
	it('all still exist, with the defaults they had', async () => {
		expect(findBreaks(readList(), await collectNames())).toEqual([]);
	});

	it(`are all on the list, which "${RENEW}" renews`, async () => {
		expect(findAdditions(readList(), await collectNames())).toEqual([]);
	});
});

describe('a changed name', () => {
	const listed = { 'a limit': 'number 50', 'a status = spam': 'option' };

	it('is an addition if it did not exist before, and breaks nothing', () => {
		const present = { ...listed, 'a status = new': 'option' };

		expect(findAdditions(listed, present)).toEqual(['a status = new']);
		expect(findBreaks(listed, present)).toEqual([]);
	});

	it('breaks saved workflows if it is gone', () => {
		const present = { 'a status = spam': 'option' };

		expect(findBreaks(listed, present)).toEqual([
			'"a limit" is gone or was renamed: saved workflows contain it',
		]);
	});

	it('breaks nothing if what is added to a collection starts with a different value', () => {
		const inCollection = {
			...listed,
			'a filters': 'collection {}',
			'a filters.test': 'boolean false',
		};

		expect(findBreaks(inCollection, { ...inCollection, 'a filters.test': 'boolean true' })).toEqual(
			[],
		);
		expect(
			findBreaks(inCollection, { ...inCollection, 'a filters.test': "string ''" }),
		).toHaveLength(1);
	});

	it('breaks saved workflows if its default or type differs', () => {
		expect(findBreaks(listed, { ...listed, 'a limit': 'number 100' })).toEqual([
			'"a limit" was number 50 and is number 100: saved workflows would do something else',
		]);
	});
});

describe('the names of a node', () => {
	const node = (...properties: INodeProperties[]) =>
		namesOfNode({
			name: 'a',
			version: [1, 2],
			usableAsTool: true,
			inputs: [],
			outputs: ['main'],
			properties,
		} as unknown as INodeTypeDescription);
	const text = (name: string): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
	});

	it('include the type that n8n gives it as a tool, and each of its versions', () => {
		expect(node()).toMatchObject({ a: 'node', aTool: 'tool' });
		expect(node()).toMatchObject({ 'a version 1': 'version', 'a version 2': 'version' });
	});

	it('include what is in a collection and in a group of a fixed collection', () => {
		const names = node(
			{ ...text('options'), type: 'collection', default: {}, options: [text('inner')] },
			{
				...text('rows'),
				type: 'fixedCollection',
				default: {},
				options: [{ name: 'row', displayName: 'Row', values: [text('cell')] }],
			},
		);

		expect(names).toMatchObject({
			'a options': 'collection {}',
			'a options.inner': "string ''",
			'a rows.row': 'group',
			'a rows.row.cell': "string ''",
		});
	});

	it('distinguish the same parameter of two operations', () => {
		const show = { resource: ['x'], operation: ['get', 'getAll'] };

		expect(node({ ...text('id'), displayOptions: { show } })).toMatchObject({
			'a [x get] id': "string ''",
			'a [x getAll] id': "string ''",
		});
	});

	it('exclude notices, which n8n shows but does not store', () => {
		expect(Object.keys(node({ ...text('hint'), type: 'notice' }))).not.toContain('a hint');
	});
});
