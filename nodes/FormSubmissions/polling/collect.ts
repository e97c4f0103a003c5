import type { TimedSubmission } from '../api/createdAt';
import { advance } from './advance';
import { beginsAtNewest, type Checkpoint } from './checkpoint';
import { fetchWalk, type Source } from './fetchWalk';
import { freshWalk, type Territory, type Walk } from './walk';

/** The result of one poll. */
export type Collected = {
	/** The new submissions, in the order of the list. */
	found: TimedSubmission[];
	checkpoint: Checkpoint;
	/** What stopped the poll early, if anything did. */
	error?: unknown;
};

/** Walks down from the newest submission, then continues what earlier polls had no time for. */
export async function collect(source: Source, checkpoint: Checkpoint): Promise<Collected> {
	let collected: Collected = { found: [], checkpoint };
	if (beginsAtNewest(checkpoint)) collected = await walkOn(source, collected);
	for (const walk of collected.checkpoint.walks) {
		const isLeft = collected.checkpoint.walks.includes(walk);
		if (isLeft && collected.error === undefined) collected = await walkOn(source, collected, walk);
	}
	return collected;
}

/** Continues the unfinished walk `left`, or begins one at the newest submission. */
async function walkOn(source: Source, before: Collected, left?: Walk): Promise<Collected> {
	const { found, checkpoint } = before;
	const walk = left ?? freshWalk('newest');
	const seen = await fetchWalk(source, walk, territoryOf(checkpoint, walk));
	const { fresh, checkpoint: next } = advance(checkpoint, left, seen, Date.now());
	return { found: [...found, ...fresh], checkpoint: next, error: seen.error };
}

function territoryOf({ floorMs, known }: Checkpoint, { own }: Walk): Territory {
	return own ?? { floorMs, known };
}
