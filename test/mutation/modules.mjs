/**
 * The modules that decide something, and the unit tests of each: those that call it directly. Tests of
 * whole nodes cover the same lines, but take seconds for each mutant and say little about the rule that
 * it breaks. Paths are relative to `nodes/FormSubmissions/` and `test/unit/`.
 */
export const MODULES = {
	'api/createdAt.ts': ['api/createdAt', 'api/createdAt', 'api/receivedBetween.property'],
	'api/listOrder.ts': ['api/createdAt', 'api/receivedBetween', 'api/receivedBetween.property'],
	'api/pages.ts': ['api/submissions', 'api/createdAt', 'api/receivedBetween.property'],
	'api/receivedBetween.ts': ['api/createdAt', 'api/receivedBetween.property'],
	'api/fieldMatch.ts': ['api/fieldMatch'],
	'api/transport/budget.ts': ['api/transport/budget'],
	'api/transport/headers.ts': ['api/transport/headers'],
	'api/transport/request.ts': [
		'api/transport/request',
		'api/transport/waiting',
		'api/transport/redirect',
		'api/transport/timeLimit',
	],
	'api/transport/response.ts': ['api/transport/response'],
	'api/urls/baseUrl.ts': ['api/urls/baseUrl'],
	'api/urls/hostScope.ts': ['api/urls/hostScope'],
	'errors/classification.ts': ['errors/classification'],
	'errors/redaction.ts': ['errors/redaction', 'errors/redaction.property'],
	'fields/date.ts': ['fields/date'],
	'fields/entered.ts': ['fields/entered', 'fields/kinds', 'fields/form'],
	'fields/filters.ts': ['fields/filters', 'storedNames/storedNames', 'actions/properties'],
	'fields/form.ts': [
		'fields/form',
		'fields/formSubtitle',
		'methods/listSearch',
		'storedNames/storedNames',
	],
	'fields/kinds.ts': [
		'fields/kinds',
		'fields/field',
		'fields/presets',
		'fields/filters',
		'fields/entered',
		'storedNames/storedNames',
	],
	'fields/locator.ts': ['fields/form', 'fields/entered'],
	'polling/checkpoint.ts': ['polling/checkpoint'],
	'rows/cells.ts': ['rows/cells', 'rows/submissionRow'],
	'rows/columns.ts': ['rows/columns', 'rows/submissionRow', 'rows/deliveryRow'],
	'rows/formulas.ts': ['rows/formulas'],
	'rows/localTime.ts': ['rows/localTime'],
	'rows/submissionRow.ts': ['rows/submissionRow', 'rows/deliveryRow', 'rows/columns'],
	'webhook/receive.ts': ['webhook/receive'],
	'webhook/signature.ts': ['webhook/signature'],
	'webhook/secrets.ts': ['webhook/secrets', 'webhook/lifecycle'],
};
