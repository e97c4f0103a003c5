/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
/**
 * Adds new names to the list of names that saved workflows contain. It never removes or renames one or
 * changes a default: that breaks saved workflows and needs a new version of the node.
 */
import { findAdditions, findBreaks } from './compare';
import { collectNames, readList, writeList } from './list';

async function main(): Promise<void> {
	const listed = readList();
	const present = await collectNames();
	const breaks = findBreaks(listed, present);
	if (breaks.length > 0) throw new Error(`${breaks.join('\n')}\nNothing was written.`);
	const additions = findAdditions(listed, present).map((name) => `added: ${name}`);
	writeList(present);
	process.stdout.write(`${[...additions, 'The list is up to date.'].join('\n')}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
