/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

import { sourcesBelow } from '../../../sandbox/filesBelow';
import { PROJECT } from '../../../sandbox/paths';

const MAX_LINES = 250;
const MAX_LINES_OF_A_FUNCTION = 40;
const MAX_PARAMETERS = 4;
const MAX_CASTS = 2;

const files = sourcesBelow(join(PROJECT, 'nodes')).map((file) => {
	const text = readFileSync(file, 'utf8');
	return ts.createSourceFile(relative(PROJECT, file), text, ts.ScriptTarget.ES2022, true);
});

/** Every place in the sources with a node of the given kind. */
function find<N extends ts.Node>(isWanted: (node: ts.Node) => node is N): N[] {
	const found: N[] = [];
	const visit = (node: ts.Node) => {
		if (isWanted(node)) found.push(node);
		ts.forEachChild(node, visit);
	};
	files.forEach(visit);
	return found;
}

/** The number of lines, without a comment before it. */
function linesOf(node: ts.Node): number {
	const file = node.getSourceFile();
	const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
	return lineAt(node.getEnd()) - lineAt(node.getStart()) + 1;
}

const linesOfFile = (file: ts.SourceFile) => file.text.trimEnd().split('\n').length;

function placeOf(node: ts.Node): string {
	const file = node.getSourceFile();
	const { line } = file.getLineAndCharacterOfPosition(node.getStart());
	return `${file.fileName}:${line + 1}`;
}

const isFunction = (node: ts.Node): node is ts.SignatureDeclaration =>
	ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** n8n binds `this`; callers of the function don't pass it. */
const parametersOf = ({ parameters }: ts.SignatureDeclaration) =>
	parameters.filter(({ name }) => name.getText() !== 'this');

const isAny = (node: ts.Node): node is ts.Node => node.kind === ts.SyntaxKind.AnyKeyword;

/** `as const` narrows a type and asserts none. */
const isCast = (node: ts.Node): node is ts.AssertionExpression =>
	ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type);

/** Limits to what a reader has to take in at a time. */
describe('published code', () => {
	it(`has no file of more than ${MAX_LINES} lines`, () => {
		const long = files.filter((file) => linesOfFile(file) > MAX_LINES);

		expect(files.length).toBeGreaterThan(0);
		expect(long.map((file) => `${file.fileName}: ${linesOfFile(file)}`)).toEqual([]);
	});

	it(`has no function of more than ${MAX_LINES_OF_A_FUNCTION} lines`, () => {
		const long = find(isFunction).filter((one) => linesOf(one) > MAX_LINES_OF_A_FUNCTION);

		expect(long.map((one) => `${placeOf(one)}: ${linesOf(one)}`)).toEqual([]);
	});

	it(`has no function with more than ${MAX_PARAMETERS} parameters`, () => {
		const wide = find(isFunction).filter((one) => parametersOf(one).length > MAX_PARAMETERS);

		expect(wide.map((one) => `${placeOf(one)}: ${parametersOf(one).length}`)).toEqual([]);
	});

	it(`has at most ${MAX_CASTS} casts, each with its reason`, () => {
		const casts = find(isCast);

		expect(casts.map(placeOf).slice(MAX_CASTS)).toEqual([]);
		expect(casts.filter((cast) => !hasReason(cast)).map(placeOf)).toEqual([]);
	});

	it('has no any', () => {
		expect(find(isAny).map(placeOf)).toEqual([]);
	});
});

/** A comment on the statement that contains the node, or on the enclosing function. */
function hasReason(cast: ts.Node): boolean {
	const { text } = cast.getSourceFile();
	for (let node = cast; !ts.isSourceFile(node); node = node.parent) {
		if (ts.getLeadingCommentRanges(text, node.getFullStart()) !== undefined) return true;
		if (isFunction(node) && !ts.isArrowFunction(node)) return false;
	}
	return false;
}
