/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
/**
 * `npm run stored-names` adds new names to the list of names that saved workflows contain. It refuses
 * to remove or rename a name or change a default: that breaks saved workflows and needs a new version
 * of the node or, before anyone can have saved a workflow with it, `-- --break-saved-workflows`.
 */
import { findAdditions, findBreaks } from './compare';
import { collectNames, readList, writeList } from './list';

const FLAG = '--break-saved-workflows';

async function main(): Promise<void> {
	const listed = readList();
	const present = await collectNames();
	const breaks = findBreaks(listed, present);
	if (breaks.length > 0 && !process.argv.includes(FLAG)) {
		process.stderr.write(`${breaks.join('\n')}\nNothing was written.\n`);
		process.exitCode = 1;
		return;
	}
	const additions = findAdditions(listed, present).map((name) => `added: ${name}`);
	writeList(present);
	process.stdout.write(`${[...breaks, ...additions, 'The list is up to date.'].join('\n')}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
