import { budgetOf } from '../../nodes/FormSubmissions/api/transport/budget';

/** Makes the process forget all keys' budgets, as a restart would, by using enough other keys. */
export function forgetBudgets(): void {
	for (let key = 0; key < 500; key++) budgetOf('https://forgotten.test', String(key));
}
