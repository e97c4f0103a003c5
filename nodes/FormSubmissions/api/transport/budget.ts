import { createHash } from 'crypto';

import { RateBudget } from './rateBudget';

/** Budgets kept in memory; the least recently used is dropped first. */
const MOST_BUDGETS = 500;

const budgets = new Map<string, RateBudget>();

/**
 * The one budget of a key in this process. It is stored under a digest, so that no data structure
 * that outlives the request contains the key.
 */
export function budgetOf(baseUrl: string, apiKey: string): RateBudget {
	const name = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	const budget = budgets.get(name) ?? new RateBudget();
	budgets.delete(name);
	budgets.set(name, budget);
	const [oldest] = budgets.keys();
	if (budgets.size > MOST_BUDGETS && oldest !== undefined) budgets.delete(oldest);
	return budget;
}

/** Forgets every budget, as a restart of the process would. */
export function forgetBudgets(): void {
	budgets.clear();
}
