import { inputError } from '../errors/nodeErrors';
import type { FieldContext } from './field';

/**
 * The workflow's time zone. Throws if there is no such zone: n8n then responds to each delivery with
 * 500, and stores no execution.
 */
export function readTimeZone(context: FieldContext): string {
	const timeZone = context.getTimezone();
	try {
		new Intl.DateTimeFormat('en', { timeZone });
		return timeZone;
	} catch {
		throw inputError(
			context.getNode(),
			`There is no time zone "${timeZone}". Choose the workflow's time zone under ⋯ > Settings. If it is already n8n's default there, ask the person who installed n8n to set the environment variable GENERIC_TIMEZONE to a name such as Europe/Berlin.`,
		);
	}
}
