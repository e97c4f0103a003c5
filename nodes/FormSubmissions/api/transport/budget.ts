import { createHash } from 'crypto';

import { BoundedMap } from '../../general/boundedMap';
import { RateBudget } from './rateBudget';

/** Budgets kept in memory; the least recently used is dropped first. */
const MAX_BUDGETS = 500;

const budgets = new BoundedMap<string, RateBudget>(MAX_BUDGETS);

/**
 * The one budget of a key in this process. It is stored under a digest, so that no data structure
 * that outlives the request contains the key.
 */
export function budgetOf(baseUrl: string, apiKey: string): RateBudget {
	const name = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	const budget = budgets.get(name) ?? new RateBudget();
	budgets.set(name, budget);
	return budget;
}

/** Forgets every budget, as a restart of the process would. */
export function forgetBudgets(): void {
	budgets.clear();
}
