/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join, relative } from 'node:path';

import ts from 'typescript';

import { ALL } from '../sandbox/install/installations';
import { PROJECT } from '../sandbox/paths';

/**
 * What older versions lack: hints for n8n, which they ignore; the key of a run, which they are not given, since `emit`
 * says how much it takes; and the name of n8n's engine, without which it is the first one.
 */
const KNOWN =
	/'builderHint' does not exist (?:in|on) type '(?:I?Node\w+|Option)'|listening\/\w+\.ts:\d+ Expected 1-3 arguments, but got 4|'engineType' does not exist on type 'IWorkflowSettings'/;

/** Nothing of n8n is used that one of these versions lacks, also where no story leads. */
describe.each(ALL.map(({ modules, versions: { n8n } }) => ({ modules, n8n })))(
	'The API of n8n $n8n',
	({ modules }) => {
		it('has every name, type, method, and helper that the sources need', () => {
			const config = ts.getParsedCommandLineOfConfigFile(
				join(PROJECT, 'tsconfig.json'),
				{
					noEmit: true,
					// The types lie outside of the sources.
					rootDir: undefined,
					baseUrl: PROJECT,
					paths: { 'n8n-workflow': [join(modules, 'n8n-workflow')] },
				},
				{ ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
			);
			const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
			const lacking = ts.getPreEmitDiagnostics(program).map(describeDiagnostic);

			expect(program.getSourceFiles().length).toBeGreaterThan(100);
			expect(lacking.filter((described) => !KNOWN.test(described))).toEqual([]);
		});
	},
);

function describeDiagnostic({ file, start = 0, messageText }: ts.Diagnostic): string {
	const message = ts.flattenDiagnosticMessageText(messageText, ' ');
	if (file === undefined) return message;
	const { line } = file.getLineAndCharacterOfPosition(start);
	return `${relative(PROJECT, file.fileName)}:${line + 1} ${message}`;
}
