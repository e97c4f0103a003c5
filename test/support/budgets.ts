import { budgetOf } from '../../nodes/FormSubmissions/api/transport/budget';

/** Makes the process forget the budgets of all keys, as a restart would: by using enough others. */
export function forgetBudgets(): void {
	for (let key = 0; key < 500; key++) budgetOf('https://forgotten.test', String(key));
}
