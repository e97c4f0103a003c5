import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { isExpression } from '../parameters/entered';
import type { Source } from '../parameters/parameter';

/** Whether all input items ask for the same, as they do if nothing in the parameters comes from them. */
export class SameForAll {
	private asked?: string;

	private areSame = true;

	private met = 0;

	meet(properties: INodeProperties[], source: Source): void {
		this.met++;
		if (!this.areSame) return;
		const asked = askedFor(properties, source);
		this.areSame = asked !== undefined && asked === (this.asked ?? asked);
		this.asked = asked;
	}

	hints(itemCount: number): string[] {
		if (itemCount < 2 || this.met < itemCount || !this.areSame) return [];
		return [
			`Ran once for each of ${itemCount} input items, with the same result. To run once, turn on Execute Once under Settings.`,
		];
	}
}

function askedFor(properties: INodeProperties[], source: Source): string | undefined {
	const names = new Set(properties.map(({ name }) => name));
	try {
		return JSON.stringify(
			[...names].map((name) => withoutClock(source.value(name), source.stored(name))),
		);
	} catch {
		// What an expression returns may be anything.
		return undefined;
	}
}

/** A time that depends on now alone is another one for each item, and the same for whoever wrote it. */
function withoutClock(value: unknown, stored: unknown): unknown {
	if (isExpression(stored)) return isOfClock(stored) ? stored : value;
	if (Array.isArray(value) && Array.isArray(stored)) {
		return value.map((one, at) => withoutClock(one, stored[at]));
	}
	if (!isRecord(value) || !isRecord(stored)) return value;
	return Object.entries(value).map(([name, inner]) => [name, withoutClock(inner, stored[name])]);
}

function isOfClock(expression: string): boolean {
	const variables = expression.match(/\$[\w(]*/g) ?? [];
	return (
		variables.every((variable) => ['$now', '$today'].includes(variable)) &&
		(variables.length > 0 || /Date/.test(expression))
	);
}
