import type { INodeProperties } from 'n8n-workflow';

import type { ParameterContext } from './reader';
import { readChoice } from './values';

export const timesOption: INodeProperties = {
	displayName: 'Times',
	name: 'times',
	type: 'options',
	options: [
		{
			name: 'As Sent (ISO 8601, UTC)',
			value: 'iso',
			description: 'Like 2026-01-31T09:00:00.000Z, for programs',
		},
		{
			name: 'Local, for Spreadsheets',
			value: 'local',
			description: 'Like 2026-01-31 10:00:00, in the time zone of the workflow',
		},
	],
	default: 'iso',
	displayOptions: { show: { '/simplify': [true] } },
	description: 'How to write the time of submission. Spreadsheets read the local form as a date.',
};

/** The time zone in which to write times; undefined to leave them as they were sent. */
export function readTimes(context: ParameterContext, value: unknown): string | undefined {
	const times = readChoice(context, value, {
		name: "The option 'Times'",
		fallback: 'iso',
		choices: ['iso', 'local'],
	});
	return times === 'local' ? context.getTimezone() : undefined;
}
