import type { Parameter } from '../../../nodes/FormSubmissions/parameters/parameter';
import { executeContext, type NodeKind } from '../../support/n8n';

type Entered = { stored?: unknown; timezone?: string; kind?: NodeKind };

/** What the field is read as if this was entered, by default as it is stored. */
export function enter<Value>(
	field: Parameter<Value>,
	value: unknown,
	entered: Entered = {},
): Value {
	const { stored = value, timezone, kind = 'formSubmissions' } = entered;
	return field.read({
		context: executeContext({ kind, parameters: {}, timezone }),
		value: () => value,
		stored: () => stored,
	});
}
