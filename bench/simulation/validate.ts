import { idealMs } from '../../test/support/ideal';
import { LIMIT, measure, PAGES_EACH, WINDOW_MS, type Measured } from './measured';
import { simulate, type Outcome } from './model';

/** How far the model may be off. */
export const TOLERANCE = 0.1;
const SEEDS = [1, 2, 3, 4, 5];
/** Real processes are held up now and then; two rounds are less affected than one. */
const ROUNDS = 2;

/** The number of exports in each process. */
const LOADS = [
	{ what: 'One export', load: [1] },
	{ what: 'Two exports in one process', load: [2] },
	{ what: 'Two processes, one export each', load: [1, 1] },
	{ what: 'Four processes, one export each', load: [1, 1, 1, 1] },
];

export type Comparison = {
	what: string;
	/** Time ÷ ideal. */
	ratio: { model: number; measured: number };
	/** Number of 429 responses; for the model: the mean, minimum and maximum over its seeds. */
	refused: { model: number; least: number; most: number; measured: number };
	holds: boolean;
};

/** Compares the model with real processes for the same loads, with page times as measured. */
export async function validate(): Promise<Comparison[]> {
	const rounds = LOADS.flatMap(({ load }) => Array.from({ length: ROUNDS }, () => load));
	const measured = await measure(rounds);
	const comparisons: Comparison[] = [];
	for (const [index, { what, load }] of LOADS.entries()) {
		const seen = measured.slice(index * ROUNDS, (index + 1) * ROUNDS);
		const modelled: Outcome[] = [];
		for (const round of seen) modelled.push(...(await simulateLike(load, round)));
		comparisons.push(compare(what, load, seen, modelled));
	}
	return comparisons;
}

async function simulateLike(load: number[], { pageMs }: Measured): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const seed of SEEDS) {
		outcomes.push(
			await simulate({
				processes: load.map((exports, index) => ({ exports, recordedPageMs: pageMs[index] })),
				pageMs: mean(pageMs.flat()),
				limit: LIMIT,
				windowMs: WINDOW_MS,
				pagesEach: PAGES_EACH,
				seed,
			}),
		);
	}
	return outcomes;
}

export function compare(
	what: string,
	load: number[],
	seen: Measured[],
	modelled: Outcome[],
): Comparison {
	const ideal = idealMs({
		walks: load.reduce((sum, exports) => sum + exports, 0),
		pagesEach: PAGES_EACH,
		latencyMs: mean(seen.flatMap(({ pageMs }) => pageMs.flat())),
		limit: LIMIT,
		windowMs: WINDOW_MS,
	});
	const counts = modelled.map(({ refused }) => refused);
	const ratio = {
		model: mean(modelled.map(({ tookMs }) => tookMs)) / ideal,
		measured: mean(seen.map(({ tookMs }) => tookMs)) / ideal,
	};
	const refused = {
		model: mean(counts),
		least: Math.min(...counts),
		most: Math.max(...counts),
		measured: mean(seen.map(({ refused }) => refused)),
	};
	const holds =
		isWithin(ratio.model, ratio.measured) &&
		(isWithin(refused.model, refused.measured) || isChance(refused));
	return { what, ratio, refused, holds };
}

function isWithin(model: number, measured: number): boolean {
	return Math.abs(model - measured) <= TOLERANCE * measured;
}

/** Whether a difference is chance: one refusal more or less, or within the range of the model's seeds. */
function isChance({ model, least, most, measured }: Comparison['refused']): boolean {
	const isOfTheModel = measured >= least && measured <= most;
	return isOfTheModel || Math.abs(model - measured) <= 1;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
