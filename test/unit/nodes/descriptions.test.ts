/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';

const NODES = [new FormSubmissions(), new FormSubmissionsTrigger()];
const PACKAGE = 'n8n-nodes-form-submissions';
const FOLDER = join(__dirname, '../../../nodes/FormSubmissions');

type Entry = { node: string; categories: string[]; alias: string[]; resources: object };

/** What n8n's nodes panel reads. */
function entryOf({ name }: INodeTypeDescription): Entry {
	const file = `${name.replace(/^f/, 'F')}.node.json`;
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Entry;
}

/** Every text in the description that has one of these keys. */
function textsOf(description: INodeTypeDescription, ...keys: string[]): string[] {
	const texts: string[] = [];
	JSON.stringify(description, (key, value: unknown) => {
		if (keys.includes(key)) texts.push(String(value));
		return value;
	});
	return texts;
}

describe.each(NODES)('the node $description.name', ({ description, methods }) => {
	it("stands where n8n's own form nodes stand, and is found by the same words as its siblings", () => {
		const page = [{ url: expect.stringContaining(PACKAGE) as unknown }];
		const { alias } = entryOf(new FormSubmissions().description);

		expect(entryOf(description)).toMatchObject({
			node: `${PACKAGE}.${description.name}`,
			categories: ['Communication'],
			alias,
			// Without resources, n8n ignores the file.
			resources: { primaryDocumentation: page, credentialDocumentation: page },
		});
	});

	it('has no expression in a hint for AI builders, and no hint where n8n rejects one', () => {
		const hints = textsOf(description, 'searchHint', 'propertyHint');
		const refused = description.properties.filter(
			({ name, builderHint }) => /^(resource|operation|mode)$/.test(name) && builderHint,
		);

		expect(hints.length).toBeGreaterThan(0);
		expect(hints.join('\n')).not.toContain('={{');
		expect(refused).toEqual([]);
	});

	it('loads its lists by methods that exist', () => {
		const named = textsOf(description, 'searchListMethod', 'loadOptionsMethod');
		const existing = Object.values(methods).flatMap((kind) => Object.keys(kind));

		expect([...new Set(named)].sort()).toEqual(existing.sort());
	});

	it('validates no ID with a pattern, which n8n would check again before every execution', () => {
		expect(textsOf(description, 'validation')).toEqual([]);
	});
});

/** n8n shows two lines of it, each 358 pixels wide, and cuts the rest. */
const MAX_OF_OPTION = 95;

/**
 * n8n shows all of it in a tooltip, 400 pixels wide, which covers what is above the parameter: five lines of
 * some fifty characters.
 */
const MAX_OF_PARAMETER = 250;

type Shown = { place: string; text: string; max: number };

/** What people read of a description, for which n8n has links in HTML. */
const textOf = (description: string) => description.replace(/<[^>]+>/g, '');

/** The descriptions of a parameter and of all that is in it, at any depth. */
function shownOf(property: INodeProperties, within: string): Shown[] {
	const place = `${within} > ${property.displayName}`;
	const inside = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.flatMap((value) => shownOf(value, place));
		if ('type' in option) return shownOf(option, place);
		const { name, description = '' } = option;
		return [{ place: `${place} > ${name}`, text: textOf(description), max: MAX_OF_OPTION }];
	});
	const { description = '' } = property;
	return [{ place, text: textOf(description), max: MAX_OF_PARAMETER }, ...inside];
}

describe.each([...NODES.map(({ description }) => description), new FormSubmissionsApi()])(
	'what n8n shows of the descriptions of $name',
	({ displayName, properties }) => {
		const shown = properties.flatMap((property) => shownOf(property, displayName));

		it('is all of them', () => {
			const lengths = shown.map(({ place, text, max }) => ({ place, max, length: text.length }));

			expect(lengths.filter(({ length, max }) => length > max)).toEqual([]);
		});
	},
);

it('The descriptions that are measured include those in an entry of a filter', () => {
	const { displayName, properties } = new FormSubmissionsTrigger().description;
	const places = properties.flatMap((one) => shownOf(one, displayName)).map(({ place }) => place);

	expect(places).toContain(`${displayName} > Filters > Field Value > Comparison > Contains`);
});

describe('the trigger', () => {
	const { properties, webhooks = [] } = new FormSubmissionsTrigger().description;

	it('begins its panel with Form, and says that it is enough', () => {
		const [first, ...others] = properties
			.filter(({ name, type }) => name !== 'event' && type !== 'hidden')
			.map(({ displayName, hint }) => [displayName, hint]);

		expect(first).toEqual(['Form', 'Choose a form. The rest can stay as it is.']);
		expect(others.map(([, hint]) => hint)).not.toContain(first?.[1]);
	});

	it('shows no address to copy: it registers its own', () => {
		expect(webhooks).toMatchObject([{ ndvHideUrl: true, ndvHideMethod: true }]);
	});

	it("has one event, by which n8n's nodes panel names it", () => {
		const [event] = properties.filter(({ name }) => name === 'event');

		expect(event?.options).toEqual([
			expect.objectContaining({ value: 'submission.created', action: expect.any(String) }),
		]);
	});
});
