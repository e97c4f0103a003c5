/**
 * The modules that decide something, and the unit tests of each: those that call it directly. Tests of
 * whole nodes cover the same lines, but take seconds for each mutant and say little about the rule that
 * it breaks. Paths are relative to `nodes/FormSubmissions/` and `test/unit/`.
 */
export const MODULES = {
	'api/pages.ts': ['api/pages', 'api/receivedBetween', 'api/receivedBetween.property'],
	'api/transport/budget.ts': ['api/transport/budget', 'api/transport/rateLimitReset'],
	'api/transport/clock.ts': ['api/transport/serviceClock'],
	'api/transport/headers.ts': ['api/transport/headers', 'api/transport/rateLimitReset'],
	'api/transport/response.ts': ['api/transport/response'],
	'api/transport/retry.ts': ['api/transport/retry'],
	'api/urls/baseUrl.ts': ['api/urls/baseUrl'],
	'api/urls/hostScope.ts': ['api/urls/hostScope'],
	'errors/classification.ts': ['errors/classification'],
	'errors/redaction.ts': ['errors/redaction', 'errors/redaction.property'],
	'fields/date.ts': ['fields/date'],
	'fields/filters.ts': ['fields/filters', 'fields/emptyExpression'],
	'fields/form.ts': ['fields/form', 'fields/formSubtitle'],
	'fields/kinds.ts': ['fields/kinds', 'fields/field', 'fields/presets'],
	'polling/attempts.ts': ['polling/attempts'],
	'polling/baseline.ts': ['polling/baseline', 'polling/known', 'polling/checkpoint'],
	'polling/checkpoint.ts': ['polling/checkpoint'],
	'polling/known.ts': ['polling/known', 'polling/baseline'],
	'polling/storedForm.ts': ['polling/storedForm'],
	'polling/walk.ts': ['polling/walk'],
	'rows/cells.ts': ['rows/cells', 'rows/submissionRow'],
	'rows/columns.ts': ['rows/columns', 'rows/submissionRow', 'rows/deliveryRow'],
	'rows/formulas.ts': ['rows/formulas'],
	'rows/localTime.ts': ['rows/localTime'],
	'rows/submissionRow.ts': ['rows/submissionRow', 'rows/deliveryRow', 'rows/columns'],
	'state/pollState.ts': ['state/state'],
	'webhook/acceptedDeliveries.ts': ['webhook/acceptedDeliveries'],
	'webhook/delivery.ts': ['webhook/delivery'],
	'webhook/signature.ts': ['webhook/signature'],
	'webhook/registrations.ts': ['webhook/registrations', 'webhook/lifecycle'],
	'webhook/verify.ts': ['webhook/verify', 'webhook/receive'],
};
