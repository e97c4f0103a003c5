/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join, relative } from 'node:path';

import ts from 'typescript';

import type { Installation } from '../../sandbox/install/installations';
import { PROJECT } from '../../sandbox/paths';

/** A property that this n8n version lacks is asked for. */
const NO_SUCH_PROPERTY = [2339, 2551];

/** Hints for n8n and the type of one, which older versions lack: they ignore what is passed. */
const IGNORED_BY_OLDER_VERSIONS =
	/'(?:builderHint|failure)' does not exist (?:in|on) type '(?:I?Node\w+|Option)'|no exported member 'Failure'/;

/**
 * Compiles the package against the types of an n8n version, and returns what that lacks: names,
 * methods of contexts, helpers, fields of descriptions. What is called with `?.()` may be missing.
 */
export function missingInTypes({ modules }: Installation): string[] {
	const { config } = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), ts.sys.readFile) as {
		config: unknown;
	};
	const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT);
	const program = ts.createProgram(fileNames, {
		...options,
		noEmit: true,
		// The types lie outside of the sources.
		rootDir: undefined,
		baseUrl: PROJECT,
		paths: { 'n8n-workflow': [join(modules, 'n8n-workflow')] },
	});
	return ts
		.getPreEmitDiagnostics(program)
		.filter((diagnostic) => !isGuarded(diagnostic))
		.map(describeDiagnostic)
		.filter((described) => !IGNORED_BY_OLDER_VERSIONS.test(described));
}

function isGuarded({ code, file, start }: ts.Diagnostic): boolean {
	if (!NO_SUCH_PROPERTY.includes(code) || file === undefined || start === undefined) return false;
	const access = findAccess(file, start);
	return (
		access !== undefined &&
		ts.isCallExpression(access.parent) &&
		access.parent.expression === access &&
		access.parent.questionDotToken !== undefined
	);
}

/** The `object.name` whose name stands at a place. */
function findAccess(file: ts.SourceFile, start: number): ts.PropertyAccessExpression | undefined {
	const search = (node: ts.Node): ts.PropertyAccessExpression | undefined =>
		ts.isPropertyAccessExpression(node) && node.name.getStart(file) === start
			? node
			: ts.forEachChild(node, search);
	return search(file);
}

function describeDiagnostic({ file, start = 0, messageText }: ts.Diagnostic): string {
	const message = ts.flattenDiagnosticMessageText(messageText, ' ');
	if (file === undefined) return message;
	const { line } = file.getLineAndCharacterOfPosition(start);
	return `${relative(PROJECT, file.fileName)}:${line + 1} ${message}`;
}
