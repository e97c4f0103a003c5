const forgetters: Array<() => void> = [];

/**
 * What a process remembers from one run of a node to the next, declared beside what uses it:
 * `const budgets = remembered(() => new BoundedMap(…))`. The returned function gives the current
 * value; after `forgetAll`, a new one from `make`.
 */
export function remembered<Value>(make: () => Value): () => Value {
	let value = make();
	forgetters.push(() => {
		value = make();
	});
	return () => value;
}

/** Forgets everything, as a restart of the process would. */
export function forgetAll(): void {
	for (const forget of forgetters) forget();
}

/** A map in process memory with a limited number of entries: the one set longest ago is dropped. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	constructor(private readonly maxSize: number) {
		super();
	}

	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.maxSize && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
