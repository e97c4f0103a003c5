/** A map with a limited number of entries: the one set longest ago is dropped. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	constructor(private readonly maxSize: number) {
		super();
	}

	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		if (this.size <= this.maxSize) return this;
		const [oldest] = this.keys();
		if (oldest !== undefined) this.delete(oldest);
		return this;
	}
}

const all: Array<{ clear(): void }> = [];

/**
 * What a process remembers from one run of a node to the next, declared beside what uses it:
 * `const budgets = new ProcessMemory<RateBudget>(500)`.
 */
export class ProcessMemory<Value> extends BoundedMap<string, Value> {
	constructor(maxSize: number) {
		super(maxSize);
		all.push(this);
	}

	/** The value for a key, or if there is none, the one that is made; it counts as set now. */
	getOrMake(key: string, make: () => Value): Value {
		const value = this.get(key) ?? make();
		this.set(key, value);
		return value;
	}
}

/** Forgets everything, as a restart of the process would. */
export function forgetAll(): void {
	for (const one of all) one.clear();
}
